// The edge restarts while clients keep calling: every request sent gets a complete answer. tests/bench/restarts.mjs
// does it a hundred times and measures the time.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { requestText, SteadyClients } from '../../bench/lib/steady-clients.mjs';
import { assign, firstManager, newCourse, newLearner, signIn, type Api } from '../../harness/api.ts';
import { Cluster, isAlive } from '../../harness/cluster.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster;
let manager: Api;
let learner: Api;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  const person = await newLearner(manager);
  await assign(manager, (await newCourse(manager, 'Restarts', ['One', 'Two']))._id, person._id);
  learner = await signIn(cluster.url, person.email);
});

afterAll(async () => {
  await cluster?.stop();
});

test('no request is lost while the edge restarts', async () => {
  const named = (name: string, call: Parameters<typeof requestText>[0]) => ({ name, text: requestText(call) });
  const clients = new SteadyClients(
    cluster.port,
    [
      named('trylogin', { method: 'POST', path: '/api/auth/trylogin', token: learner.token }),
      named('my courses', { method: 'POST', path: '/api/user-course/fetch-courses', token: learner.token }),
      named('learners', { method: 'PUT', path: '/api/cm/user/fetch-users', token: manager.token }),
      named('profile', {
        method: 'POST',
        path: '/api/user/update-user',
        token: learner.token,
        body: { address: 'Jeddah' },
      }),
    ],
    { keepAlive: 3, thoughtful: 3, fresh: 2 },
  );
  try {
    for (let i = 0; i < 3; ++i) {
      const before = clients.counts.answered;
      await until('answers', () => clients.counts.answered > before + 50);
      const pid = await cluster.pidOf('edge');
      process.kill(pid, 'SIGTERM');
      await until('a new edge', async () => {
        const next = await cluster.pidOf('edge');
        return next !== pid && (await isAlive(next)) && (await cluster.addressOf('edge'));
      });
    }
    const before = clients.counts.answered;
    await until('answers', () => clients.counts.answered > before + 50);
  } finally {
    await clients.stop();
  }
  expect(clients.counts.lost).toEqual([]);
  expect(clients.counts.wrong).toEqual([]);
}, 60_000);
