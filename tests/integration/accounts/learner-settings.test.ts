// The learner's area beyond the contract: who took over, bank details, and when a learner counts as idle.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager, newLearner, PASSWORD, signIn, type Api } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';

const IBAN = 'SA0380000000608010167519';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Bank {
  accountHolder: string;
  bankName: string;
  iban: string;
  updatedAt: string | null;
}

let cluster: Cluster;
let manager: Api;

beforeAll(async () => {
  cluster = await Cluster.start({
    flags: ['--bot-check', 'off', '--idle-timeout', '20m', '--idle-answer', '90s', '--timezone', 'Pacific/Auckland'],
  });
  manager = (await firstManager(cluster.url)).api;
});
afterAll(() => cluster?.stop());

test('a token ended by another device is told when and by which device', async () => {
  const { email } = await newLearner(manager);
  const first = await signIn(cluster.url, email);
  const second = await fetch(`${cluster.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'A Tablet' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(second.status).toBe(200);
  expect(await first.post('/api/auth/trylogin')).toMatchObject({
    status: 200,
    body: {
      status: false,
      code: 'signed_in_elsewhere',
      elsewhere: { signedInAt: expect.stringMatching(TIME), device: 'A Tablet' },
    },
  });
  const { clientToken } = (await second.json()) as { clientToken: string };
  const mine = first.with(clientToken);
  expect((await mine.post<{ elsewhere?: object }>('/api/auth/trylogin')).body).not.toHaveProperty('elsewhere');
  await mine.must('POST', '/api/auth/logout');
  expect((await mine.post('/api/auth/trylogin')).body).toEqual({
    message: expect.any(String),
    status: false,
    code: 'logout',
  });
});

test('bank details are visible to the learner and to managers, and no list contains them', async () => {
  const learner = await newLearner(manager);
  const session = await signIn(cluster.url, learner.email);
  const own = async () => (await session.must<{ result: Bank }>('POST', '/api/user/fetch-bank')).result;
  expect(await own()).toEqual({ accountHolder: '', bankName: '', iban: '', updatedAt: null });
  const details = { accountHolder: 'ليلى الحربي', bankName: 'مصرف', iban: 'sa03 8000 0000 6080 1016 7519' };
  await session.must('PUT', '/api/user/update-bank', details);
  const kept = { ...details, iban: IBAN, updatedAt: expect.stringMatching(TIME) };
  expect(await own()).toEqual(kept);
  expect(await manager.post('/api/cm/user/fetch-bank', { clientId: learner._id })).toMatchObject({
    status: 200,
    body: { result: kept },
  });
  expect(await session.put('/api/user/update-bank', { ...details, iban: 'SA0480000000608010167519' })).toMatchObject({
    status: 422,
    body: { data: [{ field: 'iban', code: 'iban_invalid' }] },
  });
  const list = await manager.must('PUT', '/api/cm/user/fetch-users');
  const info = await session.must('POST', '/api/user/fetch-info');
  const trail = await manager.must('POST', '/api/cm/audit/fetch-events');
  for (const answer of [list, info, trail]) expect(JSON.stringify(answer)).not.toContain(IBAN);
  expect(JSON.stringify(trail)).toContain('"bank"');
  await session.must('PUT', '/api/user/update-bank', { accountHolder: '', bankName: '', iban: '' });
  expect((await own()).updatedAt).toBeNull();
});

test('the pages are told when a learner counts as idle', async () => {
  const { body } = await manager.without().call<{ result: { idle: object } }>('GET', '/api/public/site');
  expect(body.result.idle).toEqual({ afterSeconds: 1200, answerSeconds: 90 });
});

test('the pages are told the academy’s time zone', async () => {
  const { body } = await manager.without().call<{ result: { timezone: string } }>('GET', '/api/public/site');
  expect(body.result.timezone).toBe('Pacific/Auckland');
});
