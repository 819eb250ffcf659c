// The rate limit on the calls of one session, tested through a trusted proxy that sets the client's address.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager, newLearner, signIn, type Api } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';

let cluster: Cluster;
let manager: Api;

beforeAll(async () => {
  cluster = await Cluster.start({
    flags: ['--bot-check', 'off', '--trusted-proxy', '127.0.0.1', '--session-rate', '1', '--session-burst', '5'],
  });
  manager = (await firstManager(cluster.url, await cluster.setupCode())).api;
});

afterAll(async () => {
  await cluster?.stop();
});

const ask = (api: Api, address: string) =>
  fetch(`${cluster.url}/api/user/fetch-info`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${api.token}`,
      'x-forwarded-for': address,
    },
    body: '{}',
  });

test('a session that calls too often gets Retry-After from whatever address; others are not affected', async () => {
  const [busy, calm] = await Promise.all(
    [await newLearner(manager), await newLearner(manager)].map(({ email }) => signIn(cluster.url, email)),
  );
  if (busy === undefined || calm === undefined) throw new Error('no sessions');
  // All at once: a slow machine would let tokens come back between calls one after another.
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(busy, `192.0.2.${i + 1}`)));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
  const refused = answers.find(({ status }) => status === 429);
  if (refused === undefined) throw new Error('none was refused');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests', requestId: expect.any(String) as string });
  expect((await ask(calm, '192.0.2.1')).status).toBe(200);
});
