import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { Api, freshEmail, newLearner, PASSWORD } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { FROM, Office, PUBLIC_URL } from '../../harness/office.ts';
import { Line, MailServer, type LineMode } from '../../harness/servers/smtp.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

describe('over a plain line', () => {
  let server: MailServer;
  let line: Line;
  let office: Office;

  beforeAll(async () => {
    server = await MailServer.start();
    line = await Line.to(server.port);
    office = await Office.open(`smtp://127.0.0.1:${line.port}`);
  });

  afterAll(async () => {
    await office?.cluster.stop();
    await line?.stop();
    await server?.stop();
  });

  // A failure left on by one test must not affect the next.
  beforeEach(() => {
    server.refusal = undefined;
    if (line.mode !== 'good') line.become('good');
  });

  /** Signs somebody up while the line is broken. */
  async function signUpWhile(mode: LineMode): Promise<string> {
    line.become(mode);
    const email = freshEmail();
    expect(await office.signUp(email)).toBe(201);
    return email;
  }

  test('an Arabic mail arrives in text and HTML, from right to left', async () => {
    const email = freshEmail();
    expect(await office.signUp(email)).toBe(201);
    const [mail] = await server.mailsTo(email);
    const parsed = mail!.parsed;
    expect(parsed.subject).toBe('تفعيل حسابك في الأكاديمية');
    expect(parsed.from?.value).toEqual([{ name: 'الأكاديمية', address: FROM }]);
    expect([parsed.to].flat()[0]?.value).toEqual([{ name: '', address: email }]);
    expect(parsed.messageId).toMatch(/^<[0-9a-f-]{36}@academy\.test>$/);
    expect(Math.abs(Date.now() - Number(parsed.date))).toBeLessThan(120_000);
    expect(parsed.html).toContain('<html lang="ar" dir="rtl">');
    // Nobody has confirmed the address yet, so it gets no text of the stranger's choosing.
    expect(`${String(parsed.html)}${String(parsed.text)}`).not.toContain('ليلى الحربي');
    const link = `${PUBLIC_URL}/client/auth/activation?email=${encodeURIComponent(email)}&token=`;
    expect(parsed.text).toContain(link);
    expect(parsed.html).toContain(link.replace('&', '&amp;'));
    const kinds = [...mail!.raw.matchAll(/^Content-Type: ([a-z/]+)/gm)].map((match) => match[1]);
    expect(kinds).toEqual(['multipart/alternative', 'text/plain', 'text/html']);
    expect(parsed.headers.has('bcc')).toBe(false);
    expect(parsed.headers.has('cc')).toBe(false);
    expect(mail!.to).toEqual([email]);
    expect(Math.max(...mail!.raw.split('\r\n').map((row) => row.length))).toBeLessThanOrEqual(998);
    // Only ASCII, and no bare line ends.
    // eslint-disable-next-line no-control-regex
    expect(mail!.raw).toMatch(/^(?:[\x20-\x7e\t]|\r\n)*$/);
    expect(await office.sent(email)).toMatchObject({ kind: 'activation', attempts: 1, nextAttemptAt: null });
  });

  test('an English mail arrives from left to right, and a lying Host header changes no link', async () => {
    const email = freshEmail();
    const headers = { 'accept-language': 'en-GB,en', host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    expect(await office.signUp(email, headers, 'Layla <Harbi>')).toBe(201);
    const { parsed, raw } = (await server.mailsTo(email))[0]!;
    expect(parsed.subject).toBe('Activate your academy account');
    expect(parsed.html).toContain('<html lang="en" dir="ltr">');
    expect(parsed.html).not.toContain('Layla');
    expect(parsed.text).toContain(`${PUBLIC_URL}/client/auth/activation?`);
    expect(`${raw}${parsed.text}${parsed.html}`).not.toContain('evil.example');
  });

  test('a mail waits for a server that is down, and arrives when it is back', async () => {
    const email = await signUpWhile('down');
    const waiting = await office.trouble(email);
    expect(waiting).toMatchObject({ state: 'waiting', sentAt: null, repeatable: true });
    expect(Date.parse(waiting.nextAttemptAt!)).toBeGreaterThan(Date.parse(waiting.createdAt));
    line.become('good');
    // Without a call: the first pause is short.
    expect((await office.sent(email)).attempts).toBeGreaterThan(1);
    const [mail, ...more] = await server.mailsTo(email);
    expect(mail!.parsed.messageId).toBe(`<${waiting._id}@academy.test>`);
    expect(more).toEqual([]);
  });

  test('a server that does not answer delays nothing but its mails', async () => {
    const before = line.incidents;
    const emails = [await signUpWhile('silent'), freshEmail(), freshEmail(), freshEmail(), freshEmail(), freshEmail()];
    for (const email of emails.slice(1)) expect(await office.signUp(email)).toBe(201);
    await until('conversations that hang', () => line.incidents >= before + 4);
    // Everything else keeps working.
    expect((await office.manager.post('/api/cm/auth/check')).status).toBe(200);
    const learner = await newLearner(office.manager);
    const login = { email: learner.email, password: PASSWORD };
    expect((await new Api(office.cluster.url).post('/api/auth/login', login)).status).toBe(200);
    line.become('good');
    for (const email of emails) await office.sent(email);
  });

  test.each(['cut-in-data', 'cut-after-data'] as const)('nothing is lost when the line is %s', async (mode) => {
    const before = line.incidents;
    const email = await signUpWhile(mode);
    await until('a cut', () => line.incidents > before);
    const waiting = await office.trouble(email);
    expect(waiting.state).toBe('waiting');
    line.become('good');
    expect((await office.sendAgain(waiting)).status).toBe(200);
    await office.sent(email);
    // After the whole mail was sent the server may have it; it then arrives twice, recognizably the same.
    const mails = await server.mailsTo(email, mode === 'cut-after-data' ? 2 : 1);
    expect(new Set(mails.map((mail) => mail.parsed.messageId))).toEqual(new Set([`<${waiting._id}@academy.test>`]));
    expect(new Set(mails.map((mail) => mail.raw)).size).toBe(1);
  });

  test('a mail refused temporarily is tried again', async () => {
    server.refusal = { at: 'RCPT', code: 451, text: '4.7.1 Greylisted, come back later' };
    const email = freshEmail();
    expect(await office.signUp(email)).toBe(201);
    const waiting = await office.trouble(email);
    expect(waiting.state).toBe('waiting');
    expect(waiting.lastError).toContain('451 4.7.1 Greylisted, come back later');
    server.refusal = undefined;
    expect((await office.sent(email)).attempts).toBeGreaterThan(1);
  });

  test.each([
    { at: 'RCPT', code: 550, text: '5.1.1 No such mailbox' },
    { at: 'DATA', code: 554, text: '5.7.1 Message refused' },
  ] as const)(
    'what the server refuses for good with $code at $at has failed, until it is sent again',
    async (refusal) => {
      server.refusal = refusal;
      const email = freshEmail();
      expect(await office.signUp(email)).toBe(201);
      const failed = await office.delivery(email, (mail) => mail.state === 'failed');
      expect(failed).toMatchObject({ nextAttemptAt: null, sentAt: null, repeatable: true, attempts: 1 });
      expect(failed.lastError).toContain(refusal.text);
      expect((await office.deliveries({ state: 'failed' })).map((mail) => mail._id)).toContain(failed._id);
      server.refusal = undefined;
      expect(await office.sendAgain(failed)).toMatchObject({ status: 200, body: { result: { _id: failed._id } } });
      await office.sent(email);
    },
  );

  test('resending a sent link mails a new one, until the account is activated', async () => {
    const email = freshEmail();
    await office.signUp(email);
    const first = await office.sent(email);
    const again = await office.sendAgain(first);
    expect(again.status).toBe(200);
    expect(again.body.result?._id).not.toBe(first._id);
    const mails = await server.mailsTo(email, 2);
    const tokens = mails.map((mail) => /token=([\w-]+)/.exec(mail.parsed.text ?? '')?.[1]);
    expect(new Set(tokens).size).toBe(2);
    await new Api(office.cluster.url).must('PUT', '/api/auth/activate', { email, token: tokens[1] });
    expect(await office.sendAgain(first)).toMatchObject({ status: 409, body: { code: 'mail_not_repeatable' } });
  });

  test('a mail that auth was sending when it was killed is sent by the next one', { timeout: 120_000 }, async () => {
    const before = line.incidents;
    const email = await signUpWhile('silent');
    await until('a conversation that hangs', () => line.incidents > before);
    process.kill(await office.cluster.pidOf('auth'), 'SIGKILL');
    line.become('good');
    // With PostgreSQL another auth might be sending it, until its lease of 30 s ends.
    await office.sent(email, 90_000);
    const mails = await server.mailsTo(email);
    expect(new Set(mails.map((mail) => mail.parsed.messageId)).size).toBe(1);
  });

  test('neither tokens nor texts of mails appear in lists and logs', async () => {
    const told = JSON.stringify(await office.deliveries({ limit: 1000 })) + (await office.cluster.logOf('auth'));
    expect(server.taken.length).toBeGreaterThan(5);
    for (const { parsed } of server.taken) {
      const token = /token=([\w-]+)/.exec(parsed.text ?? '')?.[1];
      expect(token).toBeDefined();
      expect(told).not.toContain(token);
    }
  });

  test('control characters and line separators in any field are 422, and mail nothing', async () => {
    const learner = await newLearner(office.manager);
    const before = (await office.deliveries({ limit: 1000 })).length;
    for (const bad of ['\n', '\r\nBcc: evil@academy.test\r\n', '\0', '\u0085', '\u2028', '\u2029', '\u007f', '\t']) {
      const spoilt = `a${bad}b`;
      const fields = [
        { fullname: spoilt },
        { phonenumber: `+966${bad}5` },
        { address: spoilt },
        { email: `${spoilt}@academy.test` },
        { email: `a@academy${bad}.test` },
      ];
      for (const field of fields) {
        const person = { email: freshEmail(), password: PASSWORD, fullname: 'ليلى', ...field };
        const called = `${JSON.stringify(field)}`;
        const created = await office.manager.post('/api/cm/user/create-user', person);
        expect(created.status, called).toBe(422);
        expect(created.body.data?.[0]?.field).toBe(Object.keys(field)[0]);
        const change = { clientId: learner._id, ...field };
        expect((await office.manager.put('/api/cm/user/update-user', change)).status, called).toBe(422);
        if ('phonenumber' in field || 'address' in field) continue;
        expect((await new Api(office.cluster.url).put('/api/auth/signup', person)).status, called).toBe(422);
        expect((await office.manager.put('/api/cm/manager/register-manager', person)).status, called).toBe(422);
      }
    }
    expect((await office.deliveries({ limit: 1000 })).length).toBe(before);
  });
});

test('a mail server that comes after months gets the young mails only', async () => {
  const data = await mkdtemp(join(tmpdir(), 'academy-'));
  const server = await MailServer.start();
  let cluster: Cluster | undefined;
  try {
    const emails = { old: freshEmail(), young: freshEmail() };
    cluster = await Cluster.start({ data, flags: ['--bot-check', 'off'] });
    for (const email of Object.values(emails)) {
      const body = { email, password: PASSWORD, fullname: 'ليلى الحربي' };
      expect((await new Api(cluster.url).put('/api/auth/signup', body)).status).toBe(201);
    }
    await cluster.stop();
    const months = 90 * 86_400_000;
    await sql(
      data,
      'auth',
      `UPDATE counted_time SET millis = millis + ${months};
       UPDATE mails SET counted_since = counted_since + ${months} WHERE recipient = '${emails.young}';
       UPDATE mails SET created_at = created_at - ${months}, tried_since = created_at - ${months},
         next_attempt_at = created_at - ${months} WHERE recipient = '${emails.old}'`,
    );
    cluster = await Cluster.start({ data, flags: ['--smtp', `smtp://127.0.0.1:${server.port}`] });
    await server.mailsTo(emails.young);
    const [row] = await until('the expired mail', async () => {
      const rows = await sql(data, 'auth', `SELECT state FROM mails WHERE recipient = '${emails.old}'`);
      return rows[0]?.['state'] === 'waiting' ? undefined : rows;
    });
    expect(row).toEqual({ state: 'expired' });
    expect(server.taken.map((mail) => mail.to)).toEqual([[emails.young]]);
  } finally {
    await cluster?.stop();
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
});
