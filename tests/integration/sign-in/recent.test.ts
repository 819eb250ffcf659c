// A session's token alone hands no account over: 15 minutes after the sign-in it takes the password again.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Api, freshEmail, newLearner, PASSWORD, signIn } from '../../harness/api.ts';
import { SecondEdge } from '../../harness/academies/edge.ts';
import { openOlderAcademy, type OlderAcademy } from '../../harness/academies/older-academy.ts';

const REQUIRED = { status: 403, body: { code: 'reauthentication_required' } };
const WRONG = { status: 401, body: { code: 'wrong_password' } };

interface Session {
  current: boolean;
  endedAt: string | null;
  recentUntil: string | null;
}

let academy: OlderAcademy;
let second: SecondEdge;
let older: Api;
let olderLearner: Api;

beforeAll(async () => {
  academy = await openOlderAcademy();
  second = await SecondEdge.start(academy.cluster);
  older = academy.older[0];
  olderLearner = academy.olderLearner;
});

afterAll(async () => {
  await second?.stop();
  await academy?.close();
});

const at = (api: Api, url: string) => new Api(url, api.token);

/** Exports are no JSON when they come. */
async function exportUsers({ url, token }: Api): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/api/cm/user/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return { status: response.status, text: await response.text() };
}

const currentOf = async (api: Api, path: string) =>
  (await api.must<{ result: Session[] }>('POST', path)).result.find(({ current }) => current);

test('updating a learner needs a recent session for a password and for another e-mail, and for nothing else', async () => {
  const update = (body: object) => older.put('/api/cm/user/update-user', { clientId: academy.learner._id, ...body });
  expect(await update({ password: 'Another-pass-1' })).toMatchObject(REQUIRED);
  expect(await update({ email: freshEmail() })).toMatchObject(REQUIRED);
  expect(await update({ email: academy.learner.email, password: '', address: 'جدة' })).toMatchObject({ status: 200 });
  const own = (body: object) => olderLearner.post('/api/user/update-user', body);
  expect(await own({ password: 'Another-pass-1' })).toMatchObject(REQUIRED);
  expect(await own({ password: '', address: 'مكة' })).toMatchObject({ status: 200 });
});

test('the manager’s own change of password says so in the shape of its failures', async () => {
  const answer = await older.put('/api/cm/auth/update-password', { password: PASSWORD, newPassword: 'Another-pass-1' });
  expect(answer).toMatchObject({ status: 403, body: { ...REQUIRED.body, success: false } });
});

test('a wrong password ends nothing and makes nothing recent', async () => {
  expect(await older.post('/api/cm/auth/reauthenticate', { password: 'Wrong-pass-1' })).toMatchObject(WRONG);
  expect(await olderLearner.post('/api/auth/reauthenticate', { password: 'Wrong-pass-1' })).toMatchObject(WRONG);
  expect(await older.post('/api/cm/auth/reauthenticate', {})).toMatchObject({ status: 422 });
  expect((await older.post('/api/cm/auth/check')).status).toBe(200);
  expect((await exportUsers(older)).status).toBe(403);
  expect(await olderLearner.post('/api/user/fetch-bank')).toMatchObject(REQUIRED);
});

test('after the password the session is recent at every edge at once, and no other session is', async () => {
  // Both edges know the session as it was.
  for (const url of [academy.cluster.url, second.url]) expect((await exportUsers(at(older, url))).status).toBe(403);
  expect(await older.post('/api/cm/auth/reauthenticate', { password: PASSWORD })).toMatchObject({ status: 200 });
  for (const url of [academy.cluster.url, second.url]) {
    const { status, text } = await exportUsers(at(older, url));
    expect(status).toBe(200);
    expect(text).toContain(academy.learner.email);
  }
  const session = await currentOf(older, '/api/cm/auth/fetch-sessions');
  const left = Date.parse(session?.recentUntil ?? '') - Date.now();
  expect(left).toBeGreaterThan(10 * 60_000);
  expect(left).toBeLessThanOrEqual(15 * 60_000);
  expect(
    await older.put('/api/cm/manager/register-manager', {
      email: freshEmail('manager'),
      password: PASSWORD,
      fullname: 'مديرة',
    }),
  ).toMatchObject({ status: 201 });

  expect(await olderLearner.post('/api/user/fetch-bank')).toMatchObject(REQUIRED);
  expect(await olderLearner.post('/api/auth/reauthenticate', { password: PASSWORD })).toMatchObject({ status: 200 });
  expect(await at(olderLearner, second.url).post('/api/user/fetch-bank')).toMatchObject({ status: 200 });
});

test('it counts as a sign-in: guesses make the session wait', async () => {
  const guessed = await newLearner(academy.fresh);
  const session = await signIn(academy.cluster.url, guessed.email);
  for (let guess = 0; guess < 5; ++guess) {
    expect(await session.post('/api/auth/reauthenticate', { password: `Wrong-pass-${guess}` })).toMatchObject(WRONG);
  }
  const answer = await session.post('/api/auth/reauthenticate', { password: PASSWORD });
  expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await session.post('/api/user/fetch-info')).status).toBe(200);
});

test('both outcomes leave an event', async () => {
  const { result } = await academy.fresh.must<{ result: { action: string }[] }>('POST', '/api/cm/audit/fetch-events', {
    actorId: academy.managerId,
  });
  const actions = result.map(({ action }) => action);
  expect(actions).toContain('manager.reauthenticated');
  expect(actions).toContain('manager.reauthentication_failed');
});
