import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, freshEmail, newLearner, PASSWORD, type Learner } from '../../harness/api.ts';
import { payloadOf, proof, RecaptchaStandIn, solve } from '../../harness/servers/bot-check.ts';
import { Cluster } from '../../harness/cluster.ts';
import { from, type Reply } from '../../harness/from.ts';
import { MailCatcher, recoveryCode } from '../../harness/servers/mail.ts';

interface Site {
  passwordMinimum: number;
  botCheck: { policy: string; kind: string; siteKey: string };
}

const siteOf = async (cluster: Cluster): Promise<Site> =>
  (await new Api(cluster.url).call<{ result: Site }>('GET', '/api/public/site')).body.result;

/** Counts the replies by status and code. */
function codes(replies: readonly Reply[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { status, body } of replies) {
    const code = `${status} ${body.code ?? 'ok'}`;
    counted[code] = (counted[code] ?? 0) + 1;
  }
  return counted;
}

describe('without a bot check', () => {
  let cluster: Cluster;
  let manager: Api;
  beforeAll(async () => {
    cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
    manager = (await firstManager(cluster.url)).api;
  });
  afterAll(() => cluster?.stop());

  test('the pages are told so', async () => {
    expect(await siteOf(cluster)).toMatchObject({
      passwordMinimum: 6,
      botCheck: { policy: 'off', kind: 'off', siteKey: '' },
    });
  });

  test('of 200 parallel guesses at one account only five are checked, and its pause survives a restart of auth', async () => {
    const { email } = await newLearner(manager);
    const guess = (number: number) =>
      from(`127.0.1.${number}`, cluster.url)('POST', '/api/auth/login', { email, password: `wrong-${number}` });
    const replies = await Promise.all(Array.from({ length: 200 }, (_, number) => guess(number + 1)));
    expect(codes(replies)).toEqual({ '401 wrong_password': 5, '429 too_many_attempts': 195 });
    for (const { retryAfter } of replies.filter(({ status }) => status === 429))
      expect(retryAfter).toMatch(/^[1-9]\d*$/);

    await cluster.restart('auth');
    const right = await from('127.0.1.250', cluster.url)('POST', '/api/auth/login', { email, password: PASSWORD });
    expect(right).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(right.retryAfter)).toBeLessThanOrEqual(60);
  });

  test('twenty tabs of one learner all sign in, and one token is valid afterwards', async () => {
    const { email } = await newLearner(manager);
    const call = from('127.0.2.1', cluster.url);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/api/auth/login', { email, password: PASSWORD })),
    );
    expect(codes(replies)).toEqual({ '200 ok': 20 });
    const tries = await Promise.all(
      replies.map(({ body }) =>
        new Api(cluster.url, body.clientToken).must<{ status: boolean; code?: string }>('POST', '/api/auth/trylogin'),
      ),
    );
    expect(tries.filter(({ status }) => status)).toHaveLength(1);
    for (const { code } of tries.filter(({ status }) => !status)) expect(code).toBe('signed_in_elsewhere');
  });

  test('an address is told of at most sixty unknown e-mails an hour, and a right password still works', async () => {
    const { email } = await newLearner(manager);
    const call = from('127.0.3.1', cluster.url);
    const ask = (number: number) => {
      const unknown = freshEmail('nobody');
      if (number % 3 === 0) return call('POST', '/api/auth/login', { email: unknown, password: PASSWORD });
      if (number % 3 === 1) return call('POST', '/api/auth/forgot-password', { email: unknown });
      return call('PUT', '/api/auth/activate', { email: unknown, token: 'token' });
    };
    const replies: Reply[] = [];
    for (let number = 0; number < 66; number += 6) {
      replies.push(...(await Promise.all(Array.from({ length: 6 }, (_, offset) => ask(number + offset)))));
    }
    expect(codes(replies)).toEqual({ '401 user_not_found': 20, '404 user_not_found': 40, '429 too_many_attempts': 6 });
    expect(await call('POST', '/api/auth/login', { email, password: 'wrong-one' })).toMatchObject({ status: 429 });
    expect(await call('POST', '/api/auth/forgot-password', { email })).toMatchObject({ status: 429 });
    expect(await call('POST', '/api/auth/login', { email, password: PASSWORD })).toMatchObject({ status: 200 });
  });

  test('an address is slowed after a hundred failures, and others are not', async () => {
    const learners: Learner[] = [];
    for (let i = 0; i < 25; ++i) learners.push(await newLearner(manager));
    const call = from('127.0.4.1', cluster.url);
    const guesses = learners.flatMap(({ email }) => Array.from({ length: 4 }, () => email));
    const replies: Reply[] = [];
    for (let start = 0; start < guesses.length; start += 10) {
      const some = guesses.slice(start, start + 10);
      replies.push(
        ...(await Promise.all(some.map((email) => call('POST', '/api/auth/login', { email, password: 'wrong-one' })))),
      );
    }
    expect(codes(replies)).toEqual({ '401 wrong_password': 100 });
    const body = { email: learners[0]?.email, password: PASSWORD };
    expect(await call('POST', '/api/auth/login', body)).toMatchObject({ status: 429 });
    expect(await from('127.0.4.2', cluster.url)('POST', '/api/auth/login', body)).toMatchObject({ status: 200 });
  });
});

describe('with the bot check on every form', () => {
  let cluster: Cluster;
  let visitor: Api;
  let email: string;
  beforeAll(async () => {
    cluster = await Cluster.start({ flags: ['--bot-check', 'always'] });
    visitor = new Api(cluster.url);
  });
  afterAll(() => cluster?.stop());

  test('the pages are told so', async () => {
    expect(await siteOf(cluster)).toMatchObject({
      passwordMinimum: 6,
      botCheck: { policy: 'always', kind: 'altcha', siteKey: '' },
    });
    const page = await fetch(`${cluster.url}/`);
    expect(page.headers.get('content-security-policy')).not.toContain('google');
  });

  test("altcha-lib solves the academy's challenge, and each form takes the solution once", async () => {
    email = freshEmail('manager');
    const signUp = { email, password: PASSWORD, fullname: 'M' };
    const missing = { status: 403, body: { code: 'bot_check_missing', message: 'Recaptcha verification Missing' } };
    expect(await visitor.put('/api/cm/auth/signup', signUp)).toMatchObject(missing);
    const solution = await proof(visitor);
    expect(await visitor.put('/api/cm/auth/signup', { ...signUp, ...solution })).toMatchObject({ status: 201 });
    const login = { email, password: PASSWORD };
    expect(await visitor.post('/api/cm/auth/login', { ...login, ...solution })).toMatchObject(missing);
    expect(await visitor.post('/api/cm/auth/login', { ...login, ...(await proof(visitor)) })).toMatchObject({
      status: 200,
    });

    const learner = { email: freshEmail(), password: PASSWORD, fullname: 'L' };
    expect(await visitor.put('/api/auth/signup', learner)).toMatchObject(missing);
    expect(await visitor.put('/api/auth/signup', { ...learner, ...(await proof(visitor)) })).toMatchObject({
      status: 201,
    });
    expect(await visitor.post('/api/auth/login', learner)).toMatchObject(missing);
    expect(await visitor.post('/api/auth/forgot-password', learner)).toMatchObject(missing);
    const forgot = { email: learner.email, ...(await proof(visitor)) };
    expect(await visitor.post('/api/auth/forgot-password', forgot)).toMatchObject({
      status: 403,
      body: { code: 'not_activated' },
    });
  });

  test('a used solution stays used after a restart of auth', async () => {
    const solution = await proof(visitor);
    const login = { email, password: PASSWORD, ...solution };
    expect(await visitor.post('/api/cm/auth/login', login)).toMatchObject({ status: 200 });
    await cluster.restart('auth');
    expect(await visitor.post('/api/cm/auth/login', login)).toMatchObject({ status: 403 });
  });

  test('a solution that was tampered with is refused', async () => {
    const right = await solve(visitor);
    const other = await solve(visitor);
    const wrong = [
      { ...right, number: right.number + 1 },
      { ...right, signature: other.signature },
      { ...right, challenge: other.challenge },
      { ...right, salt: right.salt.replace(/expires=\d+/, 'expires=4000000000') },
      { ...right, algorithm: 'SHA-1' },
    ];
    for (const solution of wrong) {
      const body = { email, password: PASSWORD, altcha: payloadOf(solution) };
      expect(await visitor.post('/api/cm/auth/login', body), JSON.stringify(solution)).toMatchObject({ status: 403 });
    }
    const body = { email, password: PASSWORD, altcha: payloadOf(right) };
    expect(await visitor.post('/api/cm/auth/login', body)).toMatchObject({ status: 200 });
  });
});

describe('with the adaptive bot check', () => {
  let mail: MailCatcher;
  let cluster: Cluster;
  let manager: Api;
  beforeAll(async () => {
    mail = await MailCatcher.start();
    cluster = await Cluster.start({ flags: ['--smtp', mail.url] });
    manager = (await firstManager(cluster.url)).api;
  });
  afterAll(async () => {
    await cluster?.stop();
    await mail?.stop();
  });

  test('after three failures it is required, after five the account is paused whatever the proof, and recovery ends the pause', async () => {
    expect((await siteOf(cluster)).botCheck).toMatchObject({ policy: 'adaptive', kind: 'altcha' });
    const visitor = new Api(cluster.url);
    const { email } = await newLearner(manager);
    const attacker = from('127.0.5.1', cluster.url);
    const guess = async (extra: object = {}) =>
      attacker('POST', '/api/auth/login', { email, password: 'wrong-one', ...extra });
    for (let i = 0; i < 3; ++i) expect(await guess()).toMatchObject({ status: 401 });
    expect(await guess()).toMatchObject({ status: 403, body: { code: 'bot_check_missing' } });
    await cluster.restart('auth');
    expect(await guess()).toMatchObject({ status: 403, body: { code: 'bot_check_missing' } });
    for (let i = 0; i < 2; ++i) expect(await guess(await proof(visitor))).toMatchObject({ status: 401 });

    // From any address, with the right password, with and without a proof.
    const owner = from('127.0.5.2', cluster.url);
    const right = { email, password: PASSWORD };
    expect(await owner('POST', '/api/auth/login', right)).toMatchObject({ status: 429 });
    expect(await owner('POST', '/api/auth/login', { ...right, ...(await proof(visitor)) })).toMatchObject({
      status: 429,
    });

    const asked = await owner('POST', '/api/auth/forgot-password', { email });
    expect(asked).toMatchObject({ status: 200 });
    const userId = asked.body.result?.userId;
    const code = recoveryCode(await mail.mailTo(email, ({ text }) => /(?<!\d)\d{6}(?!\d)/.test(text)));
    expect(await owner('PUT', '/api/auth/forgotpassword/activation', { userId, code })).toMatchObject({ status: 200 });
    const password = `${PASSWORD}-new`;
    expect(await owner('PUT', '/api/auth/forgotpassword/update', { userId, password })).toMatchObject({ status: 200 });
    expect(await owner('POST', '/api/auth/login', { email, password })).toMatchObject({ status: 200 });
  });
});

describe('with reCAPTCHA', () => {
  const secret = `secret-${randomBytes(8).toString('hex')}`;
  let folder: string;
  let google: RecaptchaStandIn;
  let cluster: Cluster;
  let visitor: Api;
  let email: string;
  let tokens = 0;
  const login = (token = `token-${++tokens}`) =>
    visitor.post('/api/cm/auth/login', { email, password: PASSWORD, recaptcha: token });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'academy-recaptcha-'));
    google = await RecaptchaStandIn.start();
    await writeFile(join(folder, 'secret'), `${secret}\n`, { mode: 0o600 });
    cluster = await Cluster.start({
      flags: [
        ...['--bot-check', 'always', '--recaptcha-site-key', 'site-key', '--recaptcha-version', 'v3'],
        ...['--recaptcha-secret-file', join(folder, 'secret'), '--recaptcha-url', google.url],
        ...['--recaptcha-minimum-score', '0.6'],
      ],
    });
    visitor = new Api(cluster.url);
    email = freshEmail('manager');
    const body = { email, password: PASSWORD, fullname: 'M', recaptcha: 'token-0' };
    await visitor.must('PUT', '/api/cm/auth/signup', body);
  });
  afterAll(async () => {
    await cluster?.stop();
    await google?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('the pages are told so, and may load it', async () => {
    expect((await siteOf(cluster)).botCheck).toMatchObject({
      policy: 'always',
      kind: 'recaptcha-v3',
      siteKey: 'site-key',
    });
    const page = await fetch(`${cluster.url}/`);
    expect(page.headers.get('content-security-policy')).toContain('https://www.google.com/recaptcha/');
  });

  test('a token is verified with the secret and is valid once', async () => {
    expect(await login('mine')).toMatchObject({ status: 200 });
    const asked = google.asked.at(-1);
    expect(asked?.get('secret')).toBe(secret);
    expect(asked?.get('response')).toBe('mine');
    expect(asked?.get('remoteip')).toBe('127.0.0.1');
    const questions = google.asked.length;
    expect(await login('mine')).toMatchObject({ status: 403, body: { message: 'Recaptcha verification Missing' } });
    expect(google.asked).toHaveLength(questions);
    expect(await login('')).toMatchObject({ status: 403, body: { code: 'bot_check_missing' } });
  });

  test.each([
    ['a refusal', '{"success":false,"error-codes":["invalid-input-response"]}'],
    ['a low score', '{"success":true,"score":0.5}'],
    ['no score', '{"success":true}'],
    ['the action of another form', '{"success":true,"score":0.9,"action":"signup"}'],
  ])('%s is refused', async (_, answer) => {
    google.answer = answer;
    expect(await login()).toMatchObject({ status: 403, body: { code: 'bot_check_missing' } });
  });

  test.each([
    ['nonsense', '<html>', 200],
    ['an error', '{"success":true,"score":1}', 500],
    ['a secret that it does not know', '{"success":false,"error-codes":["invalid-input-secret"]}', 200],
    ['silence', null, 200],
  ])('%s lets nobody in', async (_, answer, status) => {
    google.answer = answer;
    google.status = status;
    const refused = await login('patient');
    expect(refused).toMatchObject({ status: 503, body: { code: 'bot_check_unavailable' } });
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });

  test('while the service is down nobody gets in', async () => {
    const { port } = google;
    await google.stop();
    expect(await login('patient')).toMatchObject({ status: 503, body: { code: 'bot_check_unavailable' } });
    google = await RecaptchaStandIn.start(port);
    expect(await login('patient')).toMatchObject({ status: 200 });
  });
});
