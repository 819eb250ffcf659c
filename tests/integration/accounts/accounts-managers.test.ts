// Managers: sign-up, sign-in, passwords and sessions, and managing each other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, freshEmail, newLearner, PASSWORD, signInManager, type Manager } from '../../harness/api.ts';
import { newManager } from '../../harness/authorization/prepared.ts';
import { Cluster } from '../../harness/cluster.ts';
import { failure, managerShape, success, TIME, TOKEN, UUID } from '../../harness/expected.ts';

const UNKNOWN = '0192f0c1-2345-7abc-8def-0123456789ab';
const OTHER = 'Another-pass-1';

let cluster: Cluster;
let visitor: Api;
let manager: Api;
let managerEmail: string;
let managerId: string;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  visitor = new Api(cluster.url);
});

afterAll(async () => {
  await cluster?.stop();
});

interface Login {
  message: string;
  token: string;
  expiresIn: number;
  result: { _id: string; fullname: string; lastLogin: string | null };
}

const login = (email: string, password = PASSWORD) => visitor.post<Login>('/api/cm/auth/login', { email, password });

/** Another manager, signed in. */
async function another(): Promise<{ record: Manager; session: Api }> {
  const record = await newManager(manager);
  return { record, session: await signInManager(cluster.url, record.email) };
}

describe('the first manager', () => {
  test('of racing first sign-ups exactly one wins', async () => {
    expect(await visitor.post('/api/cm/auth/check-signup')).toMatchObject(success('allowed'));
    const emails = Array.from({ length: 12 }, () => freshEmail('manager'));
    const answers = await Promise.all(
      emails.map((email) =>
        visitor.put<{ result: Manager }>('/api/cm/auth/signup', { email, password: PASSWORD, fullname: 'M' }),
      ),
    );
    const won = answers.filter((answer) => answer.status === 201);
    expect(won).toHaveLength(1);
    expect(won[0]?.body).toEqual({
      message: 'Signed up Successfully',
      result: managerShape({ fullname: 'M', role: 'owner' }),
    });
    for (const answer of answers.filter((candidate) => candidate !== won[0])) {
      expect(answer).toMatchObject(failure(403, 'signup_not_allowed', 'not allowed'));
    }
    managerEmail = won[0]?.body.result.email ?? '';
    managerId = won[0]?.body.result._id ?? '';
    expect(emails).toContain(managerEmail);
    manager = await signInManager(cluster.url, managerEmail);
    const { result } = await manager.must<{ result: Manager[] }>('POST', '/api/cm/manager/fetch-managers');
    expect(result).toHaveLength(1);
  });

  test('is the only one who can sign up without another manager', async () => {
    expect(await visitor.post('/api/cm/auth/check-signup')).toMatchObject(
      failure(403, 'signup_not_allowed', 'not allowed'),
    );
    await expect(firstManager(cluster.url)).rejects.toThrow('403');
    // Not even errors in the fields are reported.
    expect(await visitor.put('/api/cm/auth/signup', {})).toMatchObject(failure(403, 'signup_not_allowed'));
  });
});

describe('signing in', () => {
  test('opens a session of eight hours and returns the previous sign-in', async () => {
    const { record } = await another();
    const before = await login(record.email);
    expect(before).toMatchObject(success('Signed in Successfully'));
    expect(Object.keys(before.body).sort()).toEqual(['expiresIn', 'message', 'result', 'token']);
    expect(before.body).toMatchObject({ expiresIn: 28_800, token: expect.stringMatching(TOKEN) });
    expect(before.body.result).toEqual({
      _id: record._id,
      fullname: record.fullname,
      lastLogin: expect.stringMatching(TIME),
    });
    const after = await login(record.email.toUpperCase());
    expect(after.body.token).not.toBe(before.body.token);
    expect(Date.parse(after.body.result.lastLogin ?? '')).toBeGreaterThan(
      Date.parse(before.body.result.lastLogin ?? ''),
    );
  });

  test('returns no previous sign-in the first time', async () => {
    const record = await newManager(manager);
    expect((await login(record.email)).body.result.lastLogin).toBeNull();
  });

  test.each([
    ['a wrong password', () => managerEmail, 'not-this-one', 'wrong_password', 'You have entered a wrong password'],
    [
      'an unknown address',
      () => freshEmail(),
      PASSWORD,
      'user_not_found',
      'A user with this email could not be found.',
    ],
    ['no address at all', () => 'nobody', PASSWORD, 'user_not_found', 'A user with this email could not be found.'],
  ])('with %s is 401', async (_, email, password, code, message) => {
    expect(await login(email(), password)).toMatchObject(failure(401, code, message));
    expect((await login(email(), password)).headers.get('www-authenticate')).toBe('Bearer');
  });

  test('does not let a learner in, nor a manager among the learners', async () => {
    const learner = await newLearner(manager);
    expect(await login(learner.email)).toMatchObject(failure(401, 'user_not_found'));
    expect(await visitor.post('/api/auth/login', { email: managerEmail, password: PASSWORD })).toMatchObject(
      failure(401, 'user_not_found'),
    );
  });

  test('accepts the password in every equivalent form of Unicode', async () => {
    const composed = 'P\u00e1ssw\u00f6rd';
    const { record } = await another();
    await manager.must('PUT', '/api/cm/manager/update-password', { userId: record._id, password: composed });
    expect((await login(record.email, composed.normalize('NFD'))).status).toBe(200);
    expect((await login(record.email, 'Password')).status).toBe(401);
  });

  test('keeps the existing sessions', async () => {
    const { record, session } = await another();
    const second = await signInManager(cluster.url, record.email);
    expect((await session.post('/api/cm/auth/check')).status).toBe(200);
    expect((await second.post('/api/cm/auth/check')).status).toBe(200);
  });
});

describe('a session', () => {
  test('says whose it is', async () => {
    expect((await manager.post<{ result: Manager }>('/api/cm/auth/check')).body).toEqual({
      message: 'Signed in',
      secondFactorSetupRequired: false,
      result: managerShape({ _id: managerId, email: managerEmail, fullname: 'M' }),
    });
  });

  test('ends by signing out, without ending others', async () => {
    const { record, session } = await another();
    const second = await signInManager(cluster.url, record.email);
    expect(await session.post('/api/cm/auth/logout')).toMatchObject(success('Signed out'));
    expect(await session.post('/api/cm/auth/check')).toMatchObject(failure(401, 'logout'));
    expect((await second.post('/api/cm/auth/check')).status).toBe(200);
  });

  test('is listed with its time, address and device, and if it has ended with the reason', async () => {
    const { record, session } = await another();
    const answer = await fetch(`${cluster.url}/api/cm/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Academy-Test/1.0' },
      body: JSON.stringify({ email: record.email, password: PASSWORD }),
    });
    const second = visitor.with(((await answer.json()) as Login).token);
    await session.must('POST', '/api/cm/auth/logout');
    const list = await second.must<{ result: object[] }>('POST', '/api/cm/auth/fetch-sessions');
    const common = { _id: expect.stringMatching(UUID), createdAt: expect.stringMatching(TIME), peer: '127.0.0.1' };
    expect(list).toEqual({
      message: 'Fetched Successfully',
      result: [
        {
          ...common,
          endedAt: null,
          reason: null,
          recentUntil: expect.stringMatching(TIME),
          device: 'Academy-Test/1.0',
          current: true,
        },
        {
          ...common,
          endedAt: expect.stringMatching(TIME),
          reason: 'logout',
          recentUntil: null,
          device: 'node',
          current: false,
        },
      ],
    });
  });

  test('ends another session of the same manager by its id, repeatedly', async () => {
    const { record, session } = await another();
    const second = await signInManager(cluster.url, record.email);
    const { result } = await second.must<{ result: { _id: string; current: boolean }[] }>(
      'POST',
      '/api/cm/auth/fetch-sessions',
    );
    const sessionId = result.find((entry) => !entry.current)?._id;
    for (let i = 0; i < 2; ++i) {
      expect(await second.put('/api/cm/auth/end-session', { sessionId })).toMatchObject(success('Signed out'));
    }
    expect(await session.post('/api/cm/auth/check')).toMatchObject(failure(401, 'logout'));
    expect((await second.post('/api/cm/auth/check')).status).toBe(200);
    for (const unknown of [UNKNOWN, 'x', managerId]) {
      expect(await second.put('/api/cm/auth/end-session', { sessionId: unknown })).toMatchObject(
        failure(404, 'session_not_found'),
      );
    }
  });
});

describe('changing one’s password', () => {
  test('ends the other sessions and keeps this one', async () => {
    const { record, session } = await another();
    const second = await signInManager(cluster.url, record.email);
    const right = await session.put('/api/cm/auth/update-password', { password: PASSWORD, newPassword: OTHER });
    expect(right.body).toEqual({ message: 'Password Changed', msg: 'Password Changed', success: true });
    expect(right.status).toBe(200);
    expect(await second.post('/api/cm/auth/check')).toMatchObject(failure(401, 'password_changed'));
    expect((await session.post('/api/cm/auth/check')).status).toBe(200);
    expect(await login(record.email)).toMatchObject(failure(401, 'wrong_password'));
    expect((await login(record.email, OTHER)).status).toBe(200);
  });

  test('fails in the shape of the admin shell for every error', async () => {
    const { session } = await another();
    const change = (api: Api, body: object) => api.put('/api/cm/auth/update-password', body);
    const body = { password: PASSWORD, newPassword: OTHER };
    for (const [answer, status, code, msg] of [
      [
        await change(session, { ...body, password: 'not-this' }),
        401,
        'wrong_password',
        'You have entered a wrong password',
      ],
      [
        await change(session, { ...body, newPassword: '12345' }),
        422,
        'validation_failed',
        'Password must be 6 characters minimum',
      ],
      [await change(session, { ...body, newPassword: 7 }), 400, 'wrong_type', 'newPassword must be text'],
      [await change(visitor, body), 401, 'unauthenticated', 'Please sign in'],
    ] as const) {
      expect(answer).toMatchObject(failure(status, code, msg));
      expect(answer.body).toMatchObject({ success: false, msg });
    }
    expect((await session.post('/api/cm/auth/check')).status).toBe(200);
  });
});

describe('managers among each other', () => {
  test('register one another', async () => {
    const body = { email: `  ${freshEmail('Manager')} `, password: PASSWORD, fullname: ' سعاد ' };
    const made = await manager.put<{ result: Manager }>('/api/cm/manager/register-manager', body);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      message: 'Created Successfully',
      result: managerShape({ email: body.email.trim(), fullname: 'سعاد', role: 'manager' }),
    });
    for (const email of [body.email, body.email.toUpperCase(), managerEmail]) {
      expect(await manager.put('/api/cm/manager/register-manager', { ...body, email })).toMatchObject(
        failure(409, 'email_taken', 'E-Mail address already exists!'),
      );
    }
    expect((await login(body.email.trim())).status).toBe(200);
  });

  test('of racing registrations with one address one wins', async () => {
    const body = { email: freshEmail('manager'), password: PASSWORD, fullname: 'R' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => manager.put('/api/cm/manager/register-manager', body)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  test('may share an address with a learner', async () => {
    const learner = await newLearner(manager);
    const body = { email: learner.email, password: OTHER, fullname: 'Both' };
    expect((await manager.put('/api/cm/manager/register-manager', body)).status).toBe(201);
    expect((await login(learner.email, OTHER)).status).toBe(200);
    expect((await visitor.post('/api/auth/login', { email: learner.email, password: PASSWORD })).status).toBe(200);
  });

  test('are listed by their creation', async () => {
    const made = await newManager(manager, 'الأخير');
    const list = await manager.must<{ message: string; result: Manager[] }>('POST', '/api/cm/manager/fetch-managers');
    expect(list.message).toBe('Fetched Successfully');
    expect(list.result[0]?._id).toBe(managerId);
    expect(list.result.at(-1)).toEqual(made);
  });

  test('set each other’s password, which ends the sessions', async () => {
    const { record, session } = await another();
    const set = (userId: string) => manager.put('/api/cm/manager/update-password', { userId, password: OTHER });
    expect(await set(record._id)).toMatchObject(success('Password Changed'));
    expect(await session.post('/api/cm/auth/check')).toMatchObject(failure(401, 'password_changed'));
    expect((await login(record.email, OTHER)).status).toBe(200);
    for (const unknown of [UNKNOWN, 'x']) {
      expect(await set(unknown)).toMatchObject(failure(404, 'manager_not_found', 'The manager could not be found.'));
    }
  });

  test('delete each other, but not themselves', async () => {
    const { record, session } = await another();
    const remove = (api: Api, id: string) => api.post('/api/cm/manager/delete-manager', { managerId: id });
    expect(await remove(session, record._id)).toMatchObject(failure(409, 'cannot_delete_self'));
    expect(await remove(manager, record._id)).toMatchObject(success('Deleted Successfully'));
    expect(await session.post('/api/cm/auth/check')).toMatchObject(failure(401, 'removed'));
    expect(await login(record.email)).toMatchObject(failure(401, 'user_not_found'));
    for (const gone of [record._id, UNKNOWN, 'x']) {
      expect(await remove(manager, gone)).toMatchObject(failure(404, 'manager_not_found'));
    }
    // The address can be used again.
    const body = { email: record.email, password: PASSWORD, fullname: 'Again' };
    expect((await manager.put('/api/cm/manager/register-manager', body)).status).toBe(201);
  });

  test('never delete the last one, however they race', async () => {
    const list = async () =>
      (await manager.must<{ result: Manager[] }>('POST', '/api/cm/manager/fetch-managers')).result;
    const { record, session } = await another();
    for (const other of await list()) {
      if (other._id === managerId || other._id === record._id) continue;
      await manager.must('POST', '/api/cm/manager/delete-manager', { managerId: other._id });
    }
    // Two are left, and each deletes the other.
    const answers = await Promise.all([
      manager.post('/api/cm/manager/delete-manager', { managerId: record._id }),
      session.post('/api/cm/manager/delete-manager', { managerId }),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const [, winner] = answers[0].status === 200 ? [record, manager] : [manager, session];
    const [last] = (await winner.must<{ result: Manager[] }>('POST', '/api/cm/manager/fetch-managers')).result;
    expect(await winner.post('/api/cm/manager/delete-manager', { managerId: last?._id })).toMatchObject(
      failure(409, 'last_manager', 'The last manager cannot be deleted'),
    );
  });
});
