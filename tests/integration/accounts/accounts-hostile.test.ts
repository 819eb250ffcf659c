// Account calls made by an attacker, and calls that race each other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { MailingAcademy } from '../../harness/academies/mailing-academy.ts';
import { freshEmail, newLearner, PASSWORD, signIn, type Learner } from '../../harness/api.ts';
import { newManager } from '../../harness/authorization/prepared.ts';
import { failure } from '../../harness/expected.ts';
import { activationLink } from '../../harness/servers/mail.ts';
import { exchange } from '../../harness/raw.ts';

const OTHER = 'Another-pass-1';

let academy: MailingAcademy;
let { mail, cluster, visitor, manager } = {} as MailingAcademy;

beforeAll(async () => {
  academy = await MailingAcademy.start();
  ({ mail, cluster, visitor, manager } = academy);
});

afterAll(() => academy?.close());

const login = (email: string, password = PASSWORD) =>
  visitor.post<{ clientToken: string }>('/api/auth/login', { email, password });

describe('a sign-in that races a change that forbids it', () => {
  // Whichever came first, afterwards no session exists that could not be opened now.
  const ends: { name: string; end: (learner: Learner) => Promise<unknown> }[] = [
    {
      name: 'a new password',
      end: ({ _id }) => manager.must('PUT', '/api/cm/user/update-password', { clientId: _id, password: OTHER }),
    },
    {
      name: 'deactivation',
      end: ({ _id }) => manager.must('PUT', '/api/cm/user/update-activation', { clientId: _id, active: false }),
    },
    { name: 'removal', end: ({ _id }) => manager.must('PUT', '/api/cm/user/remove-user', { clientId: _id }) },
  ];
  test.each(ends)('$name', async ({ end }) => {
    for (let round = 0; round < 5; ++round) {
      const learner = await newLearner(manager);
      const [, ...answers] = await Promise.all([end(learner), login(learner.email), login(learner.email)]);
      for (const answer of answers) {
        if (answer.status !== 200) continue;
        const session = visitor.with(answer.body.clientToken);
        expect((await session.post('/api/user/fetch-info')).status).toBe(401);
      }
    }
  });

  test('a manager’s deletion', async () => {
    for (let round = 0; round < 5; ++round) {
      const { _id, email } = await newManager(manager);
      const [, answer] = await Promise.all([
        manager.must('POST', '/api/cm/manager/delete-manager', { managerId: _id }),
        visitor.post<{ token: string }>('/api/cm/auth/login', { email, password: PASSWORD }),
      ]);
      if (answer.status !== 200) continue;
      expect((await visitor.with(answer.body.token).post('/api/cm/auth/check')).status).toBe(401);
    }
  });
});

describe('changes that race', () => {
  test('of one learner lose nothing of each other', async () => {
    const learner = await newLearner(manager);
    const session = await signIn(cluster.url, learner.email);
    for (let round = 0; round < 5; ++round) {
      const phonenumber = `+96650000000${round}`;
      const address = `شارع ${round}`;
      const email = freshEmail();
      await Promise.all([
        session.must('POST', '/api/user/update-user', { phonenumber }),
        manager.must('PUT', '/api/cm/user/update-user', { clientId: learner._id, address }),
        manager.must('PUT', '/api/cm/user/update-user', { clientId: learner._id, email }),
      ]);
      const { result } = await session.must<{ result: Learner }>('POST', '/api/user/fetch-info');
      expect(result).toMatchObject({ phonenumber, address, email });
    }
  });

  test('of two learners to one address: one gets it', async () => {
    const learners = await Promise.all([newLearner(manager), newLearner(manager), newLearner(manager)]);
    const email = freshEmail();
    const answers = await Promise.all(
      learners.map(({ _id }) => manager.put('/api/cm/user/update-user', { clientId: _id, email })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });

  test('of one’s own password with the same old one: one wins', async () => {
    const learner = await newLearner(manager);
    const session = await signIn(cluster.url, learner.email);
    const passwords = ['Raced-pass-1', 'Raced-pass-2', 'Raced-pass-3'];
    const answers = await Promise.all(
      passwords.map((newPassword) => session.put('/api/auth/update-password', { password: PASSWORD, newPassword })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401]);
    const won = passwords[answers.findIndex((answer) => answer.status === 200)];
    expect((await login(learner.email, won)).status).toBe(200);
  });
});

describe('guessing', () => {
  test('of two hundred guesses at once at most five are checked, and recovery still works', async () => {
    const { email } = await newLearner(manager);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => login(email, `Guess-${index}`)));
    const looked = answers.filter((answer) => answer.status === 401);
    expect(looked.length).toBeGreaterThan(0);
    expect(looked.length).toBeLessThanOrEqual(5);
    for (const answer of answers.filter((candidate) => candidate.status !== 401)) {
      // 503: more waited for the hashing queue than it holds.
      if (answer.status !== 503) expect(answer).toMatchObject(failure(429, 'too_many_attempts'));
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // The right password is refused too; otherwise it could be told apart from wrong ones.
    expect(await login(email)).toMatchObject(failure(429, 'too_many_attempts'));
    expect((await visitor.post('/api/auth/forgot-password', { email })).status).toBe(200);
    // Other accounts are not affected.
    expect((await login((await newLearner(manager)).email)).status).toBe(200);
  });

  test('a stolen session does not speed up guessing the password', async () => {
    const learner = await newLearner(manager);
    const session = await signIn(cluster.url, learner.email);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        session.put('/api/auth/update-password', { password: `Guess-${index}`, newPassword: OTHER }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(5);
    for (const answer of answers.filter((candidate) => candidate.status !== 401)) {
      expect(answer).toMatchObject(failure(429, 'too_many_attempts'));
    }
  });
});

describe('headers', () => {
  test('a client’s Host header does not appear in mails', async () => {
    const email = freshEmail();
    const body = JSON.stringify({ email, password: PASSWORD, fullname: 'Host' });
    const [answer] = await exchange(
      cluster.port,
      `PUT /api/auth/signup HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n` +
        `Forwarded: host=evil.example\r\nOrigin: http://evil.example\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(answer?.status).toBe(201);
    const caught = await mail.mailTo(email);
    expect(activationLink(caught).origin).toBe(cluster.url);
    expect(caught.raw).not.toContain('evil.example');
  });

  test('a client address claimed in a header is not believed', async () => {
    const learner = await newLearner(manager);
    const answer = await fetch(`${cluster.url}/api/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...Object.fromEntries(['x-forwarded-for', 'x-real-ip', 'remote_addr'].map((name) => [name, '203.0.113.7'])),
      },
      body: JSON.stringify({ email: learner.email, password: PASSWORD }),
    });
    const session = visitor.with(((await answer.json()) as { clientToken: string }).clientToken);
    const { result } = await session.must<{ result: { peer: string }[] }>('POST', '/api/user/fetch-sessions');
    expect(result[0]?.peer).toBe('127.0.0.1');
  });

  test('a device’s name is stored short and printable', async () => {
    const learner = await newLearner(manager);
    const body = JSON.stringify({ email: learner.email, password: PASSWORD });
    const [answer] = await exchange(
      cluster.port,
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nUser-Agent: \x1b[2J<b>\xff\xfe${'x'.repeat(3000)}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    if (answer?.status !== 200) {
      expect(answer?.status).toBe(400);
      return;
    }
    const session = visitor.with((JSON.parse(answer.body) as { clientToken: string }).clientToken);
    const { result } = await session.must<{ result: { device: string }[] }>('POST', '/api/user/fetch-sessions');
    expect(result[0]?.device).toMatch(/^[ -~]{1,400}$/);
  });

  test('pages of other origins may not call the API', async () => {
    const preflight = await fetch(`${cluster.url}/api/auth/login`, {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(405);
    const call = await fetch(`${cluster.url}/api/public/fetch-courses`, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
    });
    for (const answer of [preflight, call]) {
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('addresses that look alike', () => {
  test('are the same if they differ only in case or composition', async () => {
    const tail = freshEmail('x');
    const email = `jos\u00e9.${tail}`;
    await manager.must('POST', '/api/cm/user/create-user', { email, password: PASSWORD, fullname: 'José' });
    for (const same of [email.toUpperCase(), email.normalize('NFD'), ` ${email}`]) {
      expect((await login(same)).status).toBe(200);
      expect(await visitor.put('/api/auth/signup', { email: same, password: PASSWORD, fullname: 'J' })).toMatchObject(
        failure(409, 'email_taken'),
      );
    }
    expect(await login(`jose.${tail}`)).toMatchObject(failure(401, 'user_not_found'));
    // A Cyrillic e is another letter, and another account.
    expect((await login(`jos\u0435.${tail}`)).status).toBe(401);
  });

  test('a code is sent to the account’s stored address, however it was requested', async () => {
    const email = `Strasse.${freshEmail('x')}`;
    await manager.must('POST', '/api/cm/user/create-user', { email, password: PASSWORD, fullname: 'S' });
    const asked = email.replace('ss', '\u00df');
    const { status } = await visitor.post('/api/auth/forgot-password', { email: asked });
    if (status === 200) await mail.mailTo(email);
    expect(mail.mails.filter(({ to }) => to.includes(asked))).toEqual([]);
  });
});
