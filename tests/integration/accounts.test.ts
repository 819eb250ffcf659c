import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  Api,
  firstManager,
  freshEmail,
  newLearner,
  PASSWORD,
  signIn,
  type Learner,
  type Manager,
} from '../harness/api.ts';
import { Cluster } from '../harness/cluster.ts';
import { activationLink, MailCatcher, recoveryCode } from '../harness/mail.ts';

let mail: MailCatcher;
let cluster: Cluster;
let visitor: Api;
let manager: Api;
let managerEmail: string;

beforeAll(async () => {
  mail = await MailCatcher.start();
  cluster = await Cluster.start({
    flags: ['--smtp', mail.url, '--mail-from', 'academy@academy.test', '--bot-check', 'off'],
  });
  visitor = new Api(cluster.url);
});

afterAll(async () => {
  await cluster?.stop();
  await mail?.stop();
});

/** A learner who signed up and followed the mailed link. */
async function activatedLearner(): Promise<string> {
  const email = freshEmail();
  await visitor.must('PUT', '/api/auth/signup', { email, password: PASSWORD, fullname: 'سارة' });
  const link = activationLink(await mail.mailTo(email));
  await visitor.must('PUT', '/api/auth/activate', { email, token: link.searchParams.get('token') });
  return email;
}

describe('managers', () => {
  test('of racing first sign-ups exactly one wins', async () => {
    expect((await visitor.post('/api/cm/auth/check-signup')).status).toBe(200);
    const emails = Array.from({ length: 5 }, () => freshEmail('manager'));
    const answers = await Promise.all(
      emails.map((email) =>
        visitor.put<{ result: Manager }>('/api/cm/auth/signup', { email, password: PASSWORD, fullname: 'M' }),
      ),
    );
    const won = answers.filter((answer) => answer.status === 201);
    expect(won).toHaveLength(1);
    expect(won[0]?.body.result).toMatchObject({ fullname: 'M', lastLogin: null });
    for (const answer of answers.filter((candidate) => candidate.status !== 201)) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'signup_not_allowed' } });
    }
    managerEmail = won[0]?.body.result.email ?? '';
    expect(await visitor.post('/api/cm/auth/check-signup')).toMatchObject({ status: 403 });
  });

  test('a manager signs in for eight hours and sees the previous sign-in', async () => {
    type Login = {
      token: string;
      expiresIn: number;
      result: { _id: string; fullname: string; lastLogin: string | null };
    };
    const credentials = { email: managerEmail.toUpperCase(), password: PASSWORD };
    const first = await visitor.must<Login>('POST', '/api/cm/auth/login', credentials);
    expect(first).toMatchObject({ expiresIn: 28800, result: { fullname: 'M', lastLogin: null } });
    const second = await visitor.must<Login>('POST', '/api/cm/auth/login', credentials);
    expect(second.result.lastLogin).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    manager = visitor.with(second.token);
    expect(await manager.post('/api/cm/auth/check')).toMatchObject({
      status: 200,
      body: { result: { email: managerEmail } },
    });
    // Managers may have several sessions.
    expect((await visitor.with(first.token).post('/api/cm/auth/check')).status).toBe(200);
    await visitor.with(first.token).must('POST', '/api/cm/auth/logout');
    expect((await visitor.with(first.token).post('/api/cm/auth/check')).status).toBe(401);
    expect((await manager.post('/api/cm/auth/check')).status).toBe(200);
  });

  test('a wrong password and an unknown address are 401 with the texts of the specification', async () => {
    expect(await visitor.post('/api/cm/auth/login', { email: managerEmail, password: 'not-this-one' })).toMatchObject({
      status: 401,
      body: { message: 'You have entered a wrong password', code: 'wrong_password' },
    });
    expect(await visitor.post('/api/cm/auth/login', { email: freshEmail(), password: PASSWORD })).toMatchObject({
      status: 401,
      body: { message: 'A user with this email could not be found.', code: 'user_not_found' },
    });
  });

  test('changing a password ends the other sessions and keeps this one', async () => {
    const other = await visitor.must<{ token: string }>('POST', '/api/cm/auth/login', {
      email: managerEmail,
      password: PASSWORD,
    });
    const wrong = await manager.put('/api/cm/auth/update-password', {
      password: 'wrong-one',
      newPassword: 'New-pass-1',
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ success: false, msg: 'You have entered a wrong password' });
    const right = await manager.put('/api/cm/auth/update-password', { password: PASSWORD, newPassword: 'New-pass-1' });
    expect(right).toMatchObject({ status: 200, body: { success: true } });
    expect((await visitor.with(other.token).post('/api/cm/auth/check')).status).toBe(401);
    expect((await manager.post('/api/cm/auth/check')).status).toBe(200);
    await manager.must('PUT', '/api/cm/auth/update-password', { password: 'New-pass-1', newPassword: PASSWORD });
  });

  test('managers register and delete each other, but neither themselves nor the last', async () => {
    const body = { email: freshEmail('manager'), password: PASSWORD, fullname: 'Second' };
    const { result } = await manager.must<{ result: Manager }>('PUT', '/api/cm/manager/register-manager', body);
    expect(await manager.put('/api/cm/manager/register-manager', body)).toMatchObject({
      status: 409,
      body: { message: 'E-Mail address already exists!', code: 'email_taken' },
    });
    const list = await manager.must<{ result: Manager[] }>('POST', '/api/cm/manager/fetch-managers');
    const self = list.result.find((entry) => entry.email === managerEmail);
    expect((await manager.post('/api/cm/manager/delete-manager', { managerId: self?._id })).status).toBe(409);
    expect((await manager.post('/api/cm/manager/delete-manager', { managerId: result._id })).status).toBe(200);
    expect((await manager.post('/api/cm/manager/delete-manager', { managerId: result._id })).status).toBe(404);
  });
});

describe('sign-up of learners', () => {
  test('an account opens only after the mailed link was confirmed', async () => {
    const email = freshEmail();
    const signup = await visitor.put('/api/auth/signup', { email, password: PASSWORD, fullname: 'سارة القحطاني' });
    expect(signup).toMatchObject({ status: 201, body: { activation: 'sent' } });
    expect(await visitor.post('/api/auth/login', { email, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { message: 'Your email has not activated yet', code: 'not_activated' },
    });

    const arrived = await mail.mailTo(email);
    expect(arrived.from).toBe('academy@academy.test');
    const link = activationLink(arrived);
    expect(link.origin).toBe(cluster.url);
    expect(link.searchParams.get('email')).toBe(email);
    const token = link.searchParams.get('token');
    // Mail scanners follow links: reading one must not use it up.
    expect((await fetch(link)).status).toBe(200);
    expect((await visitor.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(403);

    expect(await visitor.put('/api/auth/activate', { email, token: `${token}x` })).toMatchObject({
      status: 422,
      body: { message: 'You have insert a wrong token code', code: 'wrong_code' },
    });
    expect(await visitor.put('/api/auth/activate', { email: freshEmail(), token })).toMatchObject({
      status: 404,
      body: { message: 'Code not found user with this email.' },
    });
    expect((await visitor.put('/api/auth/activate', { email, token })).status).toBe(200);
    expect((await visitor.put('/api/auth/activate', { email, token })).status).toBe(200);
    const login = await visitor.post<{ clientToken: string; result: { clientId: string; fullname: string } }>(
      '/api/auth/login',
      { email, password: PASSWORD },
    );
    expect(login).toMatchObject({ status: 200, body: { result: { fullname: 'سارة القحطاني' } } });
    expect(login.body.clientToken.length).toBeGreaterThanOrEqual(43);
  });

  test('an address is taken without regard to case', async () => {
    const email = freshEmail();
    await visitor.must('PUT', '/api/auth/signup', { email, password: PASSWORD, fullname: 'A' });
    expect(
      await visitor.put('/api/auth/signup', { email: email.toUpperCase(), password: PASSWORD, fullname: 'B' }),
    ).toMatchObject({
      status: 409,
      body: { message: 'E-Mail address already exists!', code: 'email_taken' },
    });
  });

  test('a short password is 422 and names the field', async () => {
    const answer = await visitor.put('/api/auth/signup', { email: freshEmail(), password: '12345', fullname: 'A' });
    expect(answer).toMatchObject({ status: 422, body: { message: 'Password must be 6 characters minimum' } });
    expect(answer.body.data?.map((violation) => violation.field)).toContain('password');
  });

  test('asking for a new link answers alike for every address', async () => {
    const email = freshEmail();
    await visitor.must('PUT', '/api/auth/signup', { email, password: PASSWORD, fullname: 'A' });
    expect((await visitor.post('/api/auth/resend-activation', { email })).status).toBe(200);
    expect((await visitor.post('/api/auth/resend-activation', { email: freshEmail() })).status).toBe(200);
  });
});

describe('sessions of learners', () => {
  test('a newer sign-in ends the older one at once', async () => {
    const email = await activatedLearner();
    const first = await signIn(cluster.url, email);
    expect(await first.post('/api/auth/trylogin')).toMatchObject({
      status: 200,
      body: { status: true, result: { fullname: 'سارة' } },
    });
    const second = await signIn(cluster.url, email);
    expect(await first.post('/api/user/fetch-info')).toMatchObject({
      status: 401,
      body: { code: 'signed_in_elsewhere' },
    });
    expect(await first.post('/api/auth/trylogin')).toMatchObject({
      status: 200,
      body: { status: false, code: 'signed_in_elsewhere' },
    });
    expect((await second.post('/api/user/fetch-info')).status).toBe(200);
  });

  test('of racing sign-ins one session is left', async () => {
    const email = await activatedLearner();
    const sessions = await Promise.all(Array.from({ length: 4 }, () => signIn(cluster.url, email)));
    const answers = await Promise.all(sessions.map((session) => session.post('/api/user/fetch-info')));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401]);
  });

  test('tokens of managers and learners are not exchanged', async () => {
    const learner = await signIn(cluster.url, await activatedLearner());
    expect((await learner.put('/api/cm/user/fetch-users')).status).toBe(403);
    expect((await manager.post('/api/user/fetch-info')).status).toBe(403);
    expect((await visitor.post('/api/user/fetch-info')).status).toBe(401);
    expect((await visitor.with('no-such-token').put('/api/cm/user/fetch-users')).status).toBe(401);
    expect(await visitor.with('no-such-token').post('/api/auth/trylogin')).toMatchObject({
      status: 200,
      body: { status: false },
    });
  });

  test('a deactivated learner is out, and comes back when allowed again', async () => {
    const learner = await newLearner(manager);
    const session = await signIn(cluster.url, learner.email);
    await manager.must('PUT', '/api/cm/user/update-activation', { clientId: learner._id, active: false });
    expect((await session.post('/api/user/fetch-info')).status).toBe(401);
    expect(await visitor.post('/api/auth/login', { email: learner.email, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { code: 'account_inactive' },
    });
    await manager.must('PUT', '/api/cm/user/update-activation', { clientId: learner._id, active: true });
    expect((await visitor.post('/api/auth/login', { email: learner.email, password: PASSWORD })).status).toBe(200);
  });

  test('a learner changes password and profile', async () => {
    const learner = await newLearner(manager);
    const session = await signIn(cluster.url, learner.email);
    expect(
      await session.put('/api/auth/update-password', { password: 'wrong-one', newPassword: 'Other-pass-1' }),
    ).toMatchObject({
      status: 401,
    });
    expect(
      await session.put('/api/auth/update-password', { password: PASSWORD, newPassword: 'Other-pass-1' }),
    ).toMatchObject({
      status: 200,
      body: { message: 'Password Changed' },
    });
    const updated = await session.must<{ result: Learner }>('POST', '/api/user/update-user', {
      password: '',
      address: 'جدة',
    });
    expect(updated.result).toMatchObject({
      address: 'جدة',
      fullname: learner.fullname,
      phonenumber: learner.phonenumber,
    });
    expect(JSON.stringify(updated)).not.toMatch(/password|hash|argon/i);
    await signIn(cluster.url, learner.email, 'Other-pass-1');
    expect((await session.post('/api/user/fetch-info')).status).toBe(401);
  });

  test('logout ends the session', async () => {
    const session = await signIn(cluster.url, await activatedLearner());
    await session.must('POST', '/api/auth/logout');
    expect((await session.post('/api/user/fetch-info')).status).toBe(401);
  });
});

describe('recovery of a lost password', () => {
  test('a mailed code opens one change of the password', async () => {
    const email = await activatedLearner();
    const session = await signIn(cluster.url, email);
    const { result } = await visitor.must<{ result: { userId: string } }>('POST', '/api/auth/forgot-password', {
      email,
    });
    expect(await visitor.post('/api/auth/forgot-password', { email })).toMatchObject({
      status: 409,
      body: { message: 'Code verification already send to this email' },
    });
    const code = recoveryCode(
      await mail.mailTo(email, (candidate) => !candidate.text.includes('/client/auth/activation')),
    );
    const handle = { userId: result.userId };
    expect((await visitor.put('/api/auth/forgotpassword/update', { ...handle, password: 'Fresh-pass-1' })).status).toBe(
      403,
    );
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await visitor.put('/api/auth/forgotpassword/activation', { ...handle, code: wrong })).toMatchObject({
      status: 422,
      body: { message: 'You have insert a wrong token code' },
    });
    await visitor.must('PUT', '/api/auth/forgotpassword/activation', { ...handle, code });
    await visitor.must('PUT', '/api/auth/forgotpassword/update', { ...handle, password: 'Fresh-pass-1' });
    expect((await visitor.put('/api/auth/forgotpassword/update', { ...handle, password: 'Fresh-pass-2' })).status).toBe(
      403,
    );
    expect((await session.post('/api/user/fetch-info')).status).toBe(401);
    await signIn(cluster.url, email, 'Fresh-pass-1');
  });

  test('five wrong codes end the handle', async () => {
    const email = await activatedLearner();
    const { result } = await visitor.must<{ result: { userId: string } }>('POST', '/api/auth/forgot-password', {
      email,
    });
    const code = recoveryCode(
      await mail.mailTo(email, (candidate) => !candidate.text.includes('/client/auth/activation')),
    );
    const wrong = code === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; ++attempt) {
      expect(
        (await visitor.put('/api/auth/forgotpassword/activation', { userId: result.userId, code: wrong })).status,
      ).toBe(422);
    }
    expect((await visitor.put('/api/auth/forgotpassword/activation', { userId: result.userId, code })).status).toBe(
      422,
    );
  });

  test('an unknown address is 404', async () => {
    expect((await visitor.post('/api/auth/forgot-password', { email: freshEmail() })).status).toBe(404);
  });
});

describe('learners in the admin area', () => {
  test('the list pages, searches over Arabic letter forms, and says who is gone', async () => {
    const names = ['أحمد الفارسي', 'احمد الغامدي', 'إيمان مصطفى'];
    const made: Learner[] = [];
    for (const name of names) made.push(await newLearner(manager, name));
    const found = await manager.must<{ result: Learner[]; total: number; nextCursor: string | null }>(
      'PUT',
      '/api/cm/user/fetch-users',
      { search: 'احمد', limit: 50 },
    );
    expect(found.result.map((learner) => learner.fullname).sort()).toEqual([names[0], names[1]].sort());
    expect(found).toMatchObject({ total: 2, nextCursor: null });
    const whole = await manager.must<{ result: Learner[] }>('PUT', '/api/cm/user/fetch-users');
    expect(whole).not.toHaveProperty('nextCursor');
    const page = await manager.must<{ result: Learner[]; nextCursor: string; total: number }>(
      'PUT',
      '/api/cm/user/fetch-users',
      { limit: 2 },
    );
    expect(page.result).toHaveLength(2);
    expect(page.total).toBe(whole.result.length);
    const next = await manager.must<{ result: Learner[] }>('PUT', '/api/cm/user/fetch-users', {
      limit: 2,
      cursor: page.nextCursor,
    });
    expect(next.result.map((learner) => learner._id)).not.toContain(page.result[0]?._id);

    const gone = made[0]?._id;
    expect((await manager.put('/api/cm/user/remove-user', { clientId: gone })).status).toBe(200);
    expect((await manager.put('/api/cm/user/remove-user', { clientId: gone })).status).toBe(404);
  });

  test('an e-mail already taken is 409, an empty password leaves it', async () => {
    const one = await newLearner(manager);
    const two = await newLearner(manager);
    const body = { clientId: two._id, fullname: two.fullname, phonenumber: '', address: '', password: '' };
    expect((await manager.put('/api/cm/user/update-user', { ...body, email: one.email })).status).toBe(409);
    expect((await manager.put('/api/cm/user/update-user', { ...body, email: two.email })).status).toBe(200);
    await signIn(cluster.url, two.email);
    await manager.must('PUT', '/api/cm/user/update-password', { clientId: two._id, password: 'Set-by-manager-1' });
    await signIn(cluster.url, two.email, 'Set-by-manager-1');
  });

  test('only the first sign-up needs no manager', async () => {
    await expect(firstManager(cluster.url)).rejects.toThrow('403');
  });
});
