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
  const statuses: number[] = [];
  for (let i = 1; i <= 20; ++i) statuses.push((await ask(busy, `192.0.2.${i}`)).status);
  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(statuses).toContain(429);
  const refused = await ask(busy, '192.0.2.99');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests', requestId: expect.any(String) as string });
  expect((await ask(calm, '192.0.2.1')).status).toBe(200);
});
