// The rate limit on calls without a token, tested through a trusted proxy that sets the client's address.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager, type Api } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';

let cluster: Cluster;
let manager: Api;

beforeAll(async () => {
  cluster = await Cluster.start({
    flags: ['--trusted-proxy', '127.0.0.1', '--public-rate', '1', '--public-burst', '5'],
  });
  manager = (await firstManager(cluster.url, await cluster.setupCode())).api;
});

afterAll(async () => {
  await cluster?.stop();
});

const ask = (address: string, path = '/api/public/fetch-courses') =>
  fetch(cluster.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: '{}',
  });

/** Sent at once, so that no token comes back in between on a slow machine. */
const askAll = (addresses: string[]) => Promise.all(addresses.map((address) => ask(address)));

async function statusesOf(addresses: string[]): Promise<number[]> {
  return (await askAll(addresses)).map(({ status }) => status);
}

test('an address that calls too often without a token gets Retry-After; others are not affected', async () => {
  const answers = await askAll(Array<string>(20).fill('192.0.2.1'));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused?.status).toBe(429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await refused?.json()).toMatchObject({ code: 'too_many_requests', requestId: expect.any(String) as string });
  expect((await ask('192.0.2.2')).status).toBe(200);
});

test('the addresses of one household count together', async () => {
  const household = Array.from({ length: 20 }, (_, index) => `2001:db8::${index + 1}`);
  expect(await statusesOf(household)).toContain(429);
  expect((await ask('2001:db8:0:1::1')).status).toBe(200);
});

test('an address that guesses tokens gets 429 too, a live session of the same address does not', async () => {
  const guess = (address: string, token: string) =>
    fetch(`${cluster.url}/api/cm/auth/check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    });
  expect((await guess('192.0.2.3', manager.token ?? '')).status).toBe(200);
  const guesses = Array.from({ length: 20 }, (_, index) => guess('192.0.2.3', `guess${index}`));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses).toContain(401);
  expect(statuses).toContain(429);
  expect((await guess('192.0.2.3', manager.token ?? '')).status).toBe(200);
  expect((await guess('192.0.2.4', 'guess')).status).toBe(401);
});

test('signed-in callers are not limited', async () => {
  await manager.must('POST', '/api/cm/course/fetch-courses');
  await statusesOf(Array<string>(20).fill('127.0.0.1'));
  for (let i = 0; i < 20; ++i) {
    expect((await manager.post('/api/cm/course/fetch-courses')).status).toBe(200);
  }
});
