// Learners: sign-up by mail, sign-in on one device, and what they change about themselves.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { MailingAcademy } from '../../harness/academies/mailing-academy.ts';
import { Api, freshEmail, newLearner, PASSWORD, signIn, type Learner } from '../../harness/api.ts';
import { failure, invalid, learnerShape, success, TIME, TOKEN, UUID } from '../../harness/expected.ts';
import { LiveConnection } from '../../harness/live.ts';
import { activationLink } from '../../harness/servers/mail.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

const OTHER = 'Another-pass-1';
const UNKNOWN = '0192f0c1-2345-7abc-8def-0123456789ab';
const UNKNOWN_EMAIL = 'A user with this email could not be found.';
const ELSEWHERE =
  'Your account was signed in from another device or browser, You are not authorized to access this resource.';

let academy: MailingAcademy;
let { mail, cluster, visitor, manager } = {} as MailingAcademy;

beforeAll(async () => {
  academy = await MailingAcademy.start();
  ({ mail, cluster, visitor, manager } = academy);
});

afterAll(() => academy?.close());

interface Login {
  message: string;
  clientToken: string;
  result: { clientId: string; fullname: string };
}

const login = (email: string, password = PASSWORD) => visitor.post<Login>('/api/auth/login', { email, password });
const info = (session: Api) => session.post<{ result: Learner }>('/api/user/fetch-info');

async function signedUp(email = freshEmail(), fullname = 'سارة القحطاني'): Promise<string> {
  await visitor.must('PUT', '/api/auth/signup', { email, password: PASSWORD, fullname });
  return email;
}

async function tokenOf(email: string): Promise<string> {
  return activationLink(await mail.mailTo(email)).searchParams.get('token') ?? '';
}

async function learnerWithSession(): Promise<{ learner: Learner; session: Api }> {
  const learner = await newLearner(manager);
  return { learner, session: await signIn(cluster.url, learner.email) };
}

describe('signing up', () => {
  test('an account can be used only after the mailed link was confirmed', async () => {
    const email = freshEmail();
    const signup = await visitor.put('/api/auth/signup', { email, password: PASSWORD, fullname: 'سارة القحطاني' });
    expect(signup).toMatchObject({ status: 201, body: { message: 'Request sent Successfully', activation: 'sent' } });
    expect(Object.keys(signup.body).sort()).toEqual(['activation', 'message']);
    expect(await login(email)).toMatchObject(failure(403, 'not_activated', 'Your email has not activated yet'));

    const arrived = await mail.mailTo(email);
    expect(arrived.from).toBe('academy@academy.test');
    const link = activationLink(arrived);
    expect(link.origin).toBe(cluster.url);
    expect(link.searchParams.get('email')).toBe(email);
    // Mail scanners open links, so opening one must not use it up.
    expect((await fetch(link)).status).toBe(200);
    expect((await login(email)).status).toBe(403);

    const token = link.searchParams.get('token') ?? '';
    expect(token).toMatch(TOKEN);
    for (const wrong of [`${token}x`, token.slice(1), await signedUp().then(tokenOf)]) {
      expect(await visitor.put('/api/auth/activate', { email, token: wrong })).toMatchObject(
        failure(422, 'wrong_code', 'You have insert a wrong token code'),
      );
    }
    expect(await visitor.put('/api/auth/activate', { email: freshEmail(), token })).toMatchObject(
      failure(404, 'user_not_found', 'Code not found user with this email.'),
    );
    for (let i = 0; i < 2; ++i) {
      expect(await visitor.put('/api/auth/activate', { email: email.toUpperCase(), token })).toMatchObject({
        status: 200,
        body: { message: expect.stringMatching(/\S/) },
      });
    }
    expect((await login(email)).status).toBe(200);
  });

  test('an address in use is 409, without regard to case', async () => {
    const { email } = await newLearner(manager);
    for (const taken of [email, email.toUpperCase(), ` ${email} `]) {
      expect(await visitor.put('/api/auth/signup', { email: taken, password: PASSWORD, fullname: 'B' })).toMatchObject(
        failure(409, 'email_taken', 'E-Mail address already exists!'),
      );
    }
  });

  test('of racing sign-ups with one address one account remains', async () => {
    const email = freshEmail();
    const body = { email, password: PASSWORD, fullname: 'R' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.put('/api/auth/signup', body)));
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    expect(answers.some((answer) => answer.status === 201)).toBe(true);
    const { total } = await manager.must<{ total: number }>('PUT', '/api/cm/user/fetch-users', { search: email });
    expect(total).toBe(1);
  });

  test('a short password is 422 with the text of the specification', async () => {
    const answer = await visitor.put('/api/auth/signup', { email: freshEmail(), password: '12345', fullname: 'A' });
    expect(answer).toMatchObject(invalid('password', 'password_too_short', 'Password must be 6 characters minimum'));
  });

  test('requesting a new link is answered the same for every address', async () => {
    const active = (await newLearner(manager)).email;
    for (const email of [await signedUp(), active, freshEmail(), 'nobody']) {
      expect(await visitor.post('/api/auth/resend-activation', { email })).toMatchObject(
        success('Request sent Successfully'),
      );
    }
    expect(mail.mails.some(({ to }) => to.includes(active))).toBe(false);
  });
});

describe('signing in', () => {
  test('opens the only session and returns all its fields', async () => {
    const { learner } = await learnerWithSession();
    const answer = await login(learner.email.toUpperCase());
    expect(answer).toMatchObject(success('Signed in Successfully'));
    expect(answer.body).toEqual({
      message: 'Signed in Successfully',
      clientToken: expect.stringMatching(TOKEN),
      result: { clientId: learner._id, fullname: learner.fullname },
    });
  });

  test('with an unknown address or a wrong password is 401', async () => {
    const { email } = await newLearner(manager);
    for (const unknown of [freshEmail(), 'nobody', `${email}x`]) {
      expect(await login(unknown)).toMatchObject(failure(401, 'user_not_found', UNKNOWN_EMAIL));
    }
    expect(await login(email, 'not-this-one')).toMatchObject(
      failure(401, 'wrong_password', 'You have entered a wrong password'),
    );
  });

  test('does not reveal an account’s state without the password', async () => {
    const email = await signedUp();
    expect(await login(email, 'not-this-one')).toMatchObject(failure(401, 'wrong_password'));
    const { learner } = await learnerWithSession();
    await manager.must('PUT', '/api/cm/user/update-activation', { clientId: learner._id, active: false });
    expect(await login(learner.email, 'not-this-one')).toMatchObject(failure(401, 'wrong_password'));
    expect(await login(learner.email)).toMatchObject(failure(403, 'account_inactive'));
  });

  test('is recorded as the last sign-in', async () => {
    const { learner } = await learnerWithSession();
    const { result } = await manager.must<{ result: Learner[] }>('PUT', '/api/cm/user/fetch-users', {
      search: learner.email,
    });
    expect(result[0]?.lastLogin).toMatch(TIME);
  });

  test('of fifty at once leaves exactly one session', async () => {
    const { _id, email } = await newLearner(manager);
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(email)));
    // A busy machine may be too slow for some; sessions opened anyway count like the others.
    for (const answer of answers) expect([200, 503, 504]).toContain(answer.status);
    const tokens = answers.filter((answer) => answer.status === 200).map((answer) => answer.body.clientToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    const open = `SELECT id FROM sessions WHERE user_id = '${_id}' AND ended_at = 0`;
    await until('one session', async () => (await sql(cluster.data, 'auth', open)).length === 1);
    const checks = await Promise.all(tokens.map((token) => info(visitor.with(token))));
    const good = checks.filter((answer) => answer.status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    if (tokens.length === answers.length) expect(good).toHaveLength(1);
    for (const answer of checks.filter((candidate) => candidate.status !== 200)) {
      expect(answer).toMatchObject(failure(401, 'signed_in_elsewhere', ELSEWHERE));
    }
  });
});

describe('why a session ended', () => {
  const endings: {
    reason: string;
    event: 'logout' | 'anotherDevice';
    text: string;
    end: (learner: Learner, session: Api) => Promise<unknown>;
  }[] = [
    {
      reason: 'signed_in_elsewhere',
      event: 'anotherDevice',
      text: ELSEWHERE,
      end: ({ email }) => signIn(cluster.url, email),
    },
    {
      reason: 'logout',
      event: 'logout',
      text: 'Please sign in again',
      end: (_, session) => session.must('POST', '/api/auth/logout'),
    },
    {
      reason: 'deactivated',
      event: 'logout',
      text: 'Please sign in again',
      end: ({ _id }) => manager.must('PUT', '/api/cm/user/update-activation', { clientId: _id, active: false }),
    },
    {
      reason: 'removed',
      event: 'logout',
      text: 'Please sign in again',
      end: ({ _id }) => manager.must('PUT', '/api/cm/user/remove-user', { clientId: _id }),
    },
    {
      reason: 'password_changed',
      event: 'logout',
      text: 'Please sign in again',
      end: ({ _id }) => manager.must('PUT', '/api/cm/user/update-password', { clientId: _id, password: OTHER }),
    },
    {
      reason: 'signed_out_by_manager',
      event: 'logout',
      text: 'Please sign in again',
      end: ({ _id }) => manager.must('PUT', '/api/cm/user/sign-out', { clientId: _id }),
    },
  ];
  test.each(endings)(
    '$reason reaches calls, trylogin and the live connection',
    async ({ reason, event, text, end }) => {
      const { learner, session } = await learnerWithSession();
      expect(await session.post('/api/auth/trylogin')).toMatchObject({
        status: 200,
        body: { status: true, message: 'Signed in', result: { clientId: learner._id, fullname: learner.fullname } },
      });
      const live = await new LiveConnection(cluster.url, session.token).connected();
      let refusedByThen: Promise<number> | undefined;
      live.socket.on(event, () => {
        refusedByThen = info(session).then((answer) => answer.status);
      });
      await end(learner, session);
      expect(await info(session)).toMatchObject(failure(401, reason, text));
      const tried = await session.post('/api/auth/trylogin');
      const elsewhere = { signedInAt: expect.any(String), device: expect.any(String) };
      expect(tried.body).toEqual({
        status: false,
        code: reason,
        message: text,
        ...(reason === 'signed_in_elsewhere' ? { elsewhere } : {}),
      });
      expect(tried.status).toBe(200);
      const pushed = await live.got(event);
      expect(pushed.args).toEqual([{ reason }]);
      await until('the end of the connection', () => !live.socket.connected);
      expect(await refusedByThen).toBe(401);
      expect(live.events.filter(({ name }) => name === 'logout' || name === 'anotherDevice')).toHaveLength(1);
    },
  );

  test('trylogin is 200 for anybody', async () => {
    for (const [api, code] of [
      [visitor, 'unauthenticated'],
      [visitor.with('no-such-token'), 'unauthenticated'],
      [manager, 'forbidden'],
    ] as const) {
      const tried = await api.post('/api/auth/trylogin');
      expect(tried.body).toEqual({ status: false, code, message: expect.stringMatching(/\S/) });
      expect(tried.status).toBe(200);
    }
  });
});

describe('oneself', () => {
  test('is shown whole', async () => {
    const { learner, session } = await learnerWithSession();
    const { body } = await info(session);
    expect(body).toEqual({
      message: 'Fetched Successfully',
      result: learnerShape({ ...learner, lastLogin: expect.stringMatching(TIME) }),
    });
  });

  test('changes name, phone and address; what is absent stays', async () => {
    const { learner, session } = await learnerWithSession();
    const change = (body: object) => session.post<{ result: Learner }>('/api/user/update-user', body);
    expect(await change({ password: '', address: 'جدة' })).toMatchObject(success('Updated Successfully'));
    expect((await change({ phonenumber: '' })).body.result).toMatchObject({ address: 'جدة', phonenumber: '' });
    const changed = await change({ fullname: ' نورة ' });
    expect(changed.body.result).toEqual(
      learnerShape({
        ...learner,
        revision: 4,
        fullname: 'نورة',
        phonenumber: '',
        address: 'جدة',
        lastLogin: expect.anything(),
      }),
    );
    expect((await session.post('/api/auth/trylogin')).body).toMatchObject({ result: { fullname: 'نورة' } });
  });

  test('changes the password: by its own call with the old one, and in the profile', async () => {
    const { learner, session } = await learnerWithSession();
    const change = (body: object) => session.put('/api/auth/update-password', body);
    expect(await change({ password: 'not-this-one', newPassword: OTHER })).toMatchObject(
      failure(401, 'wrong_password', 'You have entered a wrong password'),
    );
    expect(await change({ password: PASSWORD, newPassword: '12345' })).toMatchObject(
      invalid('newPassword', 'password_too_short', 'Password must be 6 characters minimum'),
    );
    expect(await change({ password: PASSWORD, newPassword: OTHER })).toMatchObject(success('Password Changed'));
    // This session continues; there is no other.
    expect((await info(session)).status).toBe(200);
    await session.must('POST', '/api/user/update-user', { password: `${OTHER}2` });
    expect((await info(session)).status).toBe(200);
    expect((await login(learner.email, OTHER)).status).toBe(401);
    expect((await login(learner.email, `${OTHER}2`)).status).toBe(200);
  });

  test('signs out', async () => {
    const { session } = await learnerWithSession();
    expect(await session.post('/api/auth/logout')).toMatchObject(success('Signed out'));
    expect(await session.post('/api/auth/logout')).toMatchObject(failure(401, 'logout'));
  });

  test('lists its sign-ins and ends sessions', async () => {
    const { learner, session } = await learnerWithSession();
    const second = await signIn(cluster.url, learner.email);
    const sessions = async () =>
      (await second.must<{ result: { _id: string; current: boolean }[] }>('POST', '/api/user/fetch-sessions')).result;
    const common = {
      _id: expect.stringMatching(UUID),
      createdAt: expect.stringMatching(TIME),
      peer: '127.0.0.1',
      device: 'node',
    };
    const list = await sessions();
    expect(list).toEqual([
      { ...common, endedAt: null, reason: null, recentUntil: expect.stringMatching(TIME), current: true },
      {
        ...common,
        endedAt: expect.stringMatching(TIME),
        reason: 'signed_in_elsewhere',
        recentUntil: null,
        current: false,
      },
    ]);
    expect(JSON.stringify(list)).not.toContain(session.token ?? '-');
    const end = (sessionId: string | undefined) => second.put('/api/user/end-session', { sessionId });
    for (const unknown of [UNKNOWN, 'x']) expect(await end(unknown)).toMatchObject(failure(404, 'session_not_found'));
    // Ending an ended session keeps its reason.
    expect(await end(list[1]?._id)).toMatchObject(success('Signed out'));
    expect((await sessions())[1]).toMatchObject({ reason: 'signed_in_elsewhere' });
    expect(await end(list[0]?._id)).toMatchObject(success('Signed out'));
    expect(await info(second)).toMatchObject(failure(401, 'logout'));
  });
});
