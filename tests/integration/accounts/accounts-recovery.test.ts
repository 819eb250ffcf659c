// A learner's lost password: a mailed code opens one change of it.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { MailingAcademy } from '../../harness/academies/mailing-academy.ts';
import { freshEmail, newLearner, PASSWORD, signIn, type Learner } from '../../harness/api.ts';
import { failure, invalid, success, TOKEN } from '../../harness/expected.ts';
import { recoveryCode } from '../../harness/servers/mail.ts';

const OTHER = 'Another-pass-1';

let academy: MailingAcademy;
let { mail, cluster, visitor, manager } = {} as MailingAcademy;

beforeAll(async () => {
  academy = await MailingAcademy.start();
  ({ mail, cluster, visitor, manager } = academy);
});

afterAll(() => academy?.close());

const login = (email: string, password = PASSWORD) => visitor.post('/api/auth/login', { email, password });
const forgot = (email: string) => visitor.post<{ result: { userId: string } }>('/api/auth/forgot-password', { email });
const verify = (userId: string, code: string) => visitor.put('/api/auth/forgotpassword/activation', { userId, code });
const reset = (userId: string, password: string) =>
  visitor.put('/api/auth/forgotpassword/update', { userId, password });
const other = (code: string) => (code === '000000' ? '000001' : '000000');

async function recovering(): Promise<{ learner: Learner; userId: string; code: string }> {
  const learner = await newLearner(manager);
  const answer = await forgot(learner.email);
  expect(answer).toMatchObject(success('Request sent Successfully'));
  return { learner, userId: answer.body.result.userId, code: recoveryCode(await mail.mailTo(learner.email)) };
}

test('a mailed code opens one change of the password', async () => {
  const { learner, userId, code } = await recovering();
  const session = await signIn(cluster.url, learner.email);
  expect(userId).toMatch(TOKEN);
  expect(userId).not.toContain(learner._id);
  expect(await forgot(learner.email)).toMatchObject(
    failure(409, 'code_already_sent', 'Code verification already send to this email'),
  );
  expect(await reset(userId, OTHER)).toMatchObject(failure(403, 'recovery_not_verified'));
  expect(await verify(userId, other(code))).toMatchObject(
    failure(422, 'wrong_code', 'You have insert a wrong token code'),
  );
  expect(await verify(userId, code)).toMatchObject(success('Verified Successfully'));
  expect(await reset(userId, '12345')).toMatchObject(
    invalid('password', 'password_too_short', 'Password must be 6 characters minimum'),
  );
  expect(await reset(userId, OTHER)).toMatchObject(success('Password Changed'));
  expect(await reset(userId, `${OTHER}2`)).toMatchObject(failure(403, 'recovery_not_verified'));
  expect(await verify(userId, code)).toMatchObject(failure(422, 'wrong_code'));
  expect(await session.post('/api/user/fetch-info')).toMatchObject(failure(401, 'password_changed'));
  expect((await login(learner.email)).status).toBe(401);
  expect((await login(learner.email, OTHER)).status).toBe(200);
});

test('five tries end the handle, even for the right code', async () => {
  const { learner, userId, code } = await recovering();
  // One after another and all at once: tries are counted before they are checked.
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(userId, other(code))));
  for (const answer of answers) expect(answer).toMatchObject(failure(422, 'wrong_code'));
  expect(await verify(userId, code)).toMatchObject(failure(422, 'wrong_code'));
  expect(await reset(userId, OTHER)).toMatchObject(failure(403, 'recovery_not_verified'));
  // An ended handle does not prevent a new request.
  expect((await forgot(learner.email)).status).toBe(200);
});

test('a code counts for its own handle only', async () => {
  const one = await recovering();
  const two = await recovering();
  expect(await verify(one.userId, one.code === two.code ? other(two.code) : two.code)).toMatchObject(
    failure(422, 'wrong_code'),
  );
  await verify(two.userId, two.code);
  expect(await reset(one.userId, OTHER)).toMatchObject(failure(403, 'recovery_not_verified'));
  expect(await verify('no-such-handle', '123456')).toMatchObject(failure(422, 'wrong_code'));
  expect(await reset('no-such-handle', OTHER)).toMatchObject(failure(403, 'recovery_not_verified'));
});

test('of racing changes with one verified code one wins', async () => {
  const { learner, userId, code } = await recovering();
  await verify(userId, code);
  const passwords = Array.from({ length: 6 }, (_, index) => `Raced-pass-${index}`);
  const answers = await Promise.all(passwords.map((password) => reset(userId, password)));
  const won = passwords.filter((_, index) => answers[index]?.status === 200);
  expect(won).toHaveLength(1);
  expect((await login(learner.email, won[0])).status).toBe(200);
});

test('of racing requests one sends a code', async () => {
  const { email } = await newLearner(manager);
  const answers = await Promise.all(Array.from({ length: 10 }, () => forgot(email)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  await mail.mailTo(email);
  expect(mail.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
});

test('does not open an account that is unknown, not activated or deactivated', async () => {
  expect(await forgot(freshEmail())).toMatchObject(
    failure(404, 'user_not_found', 'A user with this email could not be found.'),
  );
  const signedUp = freshEmail();
  await visitor.must('PUT', '/api/auth/signup', { email: signedUp, password: PASSWORD, fullname: 'سارة القحطاني' });
  expect(await forgot(signedUp)).toMatchObject(failure(403, 'not_activated', 'Your email has not activated yet'));
  const learner = await newLearner(manager);
  await manager.must('PUT', '/api/cm/user/update-activation', { clientId: learner._id, active: false });
  expect(await forgot(learner.email)).toMatchObject(failure(403, 'account_inactive'));
});

test('ends with the account, and says so', async () => {
  const { learner, userId, code } = await recovering();
  await verify(userId, code);
  await manager.must('PUT', '/api/cm/user/remove-user', { clientId: learner._id });
  expect(await reset(userId, OTHER)).toMatchObject(failure(404, 'user_not_found', 'The user could not be found.'));
});

test('the mail has a link to the page of its code, for the device on which it is read', async () => {
  const { learner, userId } = await recovering();
  const { text } = await mail.mailTo(learner.email);
  expect(text).toContain(`/client/auth/forgotpassword#handle=${userId}`);
});

test('another code is sent to who asks for it, but not two within a minute', async () => {
  const { learner } = await recovering();
  const again = await visitor.post('/api/auth/forgot-password', { email: learner.email, again: true });
  expect(again).toMatchObject(failure(429, 'too_many_attempts'));
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
});
