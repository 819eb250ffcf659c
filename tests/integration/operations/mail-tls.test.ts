// Mail over encrypted lines.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { freshEmail } from '../../harness/api.ts';
import { Office } from '../../harness/office.ts';
import { Line, MailServer, makeIdentity, type Identity } from '../../harness/servers/smtp.ts';
import { until } from '../../harness/until.ts';

let folder: string;
let own: Identity;
let foreign: Identity;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-mail-'));
  own = makeIdentity(folder, 'own');
  foreign = makeIdentity(folder, 'foreign');
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('with STARTTLS and a password', () => {
  const account = { user: 'postman@academy.test', password: 'p@ss/w:rd ü', method: 'PLAIN' } as const;
  let server: MailServer;
  let office: Office;

  beforeAll(async () => {
    server = await MailServer.start({ identity: foreign, account });
    const user = `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}`;
    office = await Office.open(`smtp://${user}@127.0.0.1:${server.port}`, '--smtp-ca', own.certFile);
  });

  afterAll(async () => {
    await office?.cluster.stop();
    await server?.stop();
  });

  test('a server with a wrong certificate gets neither password nor mail', async () => {
    const email = freshEmail();
    await office.signUp(email);
    const waiting = await office.trouble(email);
    expect(waiting.state).toBe('waiting');
    expect(waiting.lastError).toMatch(/certificate/i);
    expect(server.taken).toEqual([]);
    server.use(own);
    expect((await office.sendAgain(waiting)).status).toBe(200);
    await office.sent(email);
    expect((await server.mailsTo(email))[0]).toMatchObject({ secure: true, user: account.user });
  });

  test('with a wrong password the mail waits, and managers see why', async () => {
    server.denying = true;
    const email = freshEmail();
    await office.signUp(email);
    const waiting = await office.trouble(email);
    expect(waiting.state).toBe('waiting');
    expect(waiting.lastError).toMatch(/535/);
    expect(waiting.lastError).not.toContain(account.password);
    server.denying = false;
    expect((await office.sendAgain(waiting)).status).toBe(200);
    await office.sent(email);
  });
});

describe('with TLS from the start', () => {
  const account = { user: 'postman', password: 'secret', method: 'LOGIN' } as const;
  let server: MailServer;
  let office: Office;

  beforeAll(async () => {
    server = await MailServer.start({ identity: own, implicitTls: true, account });
    office = await Office.open(`smtps://postman:secret@127.0.0.1:${server.port}`, '--smtp-ca', own.certFile);
  });

  afterAll(async () => {
    await office?.cluster.stop();
    await server?.stop();
  });

  test('each mail of a burst arrives once', async () => {
    const emails = Array.from({ length: 12 }, () => freshEmail());
    await Promise.all(emails.map((email) => office.signUp(email)));
    for (const email of emails) {
      await office.sent(email);
      const mails = await server.mailsTo(email);
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatchObject({ secure: true, user: account.user });
    }
  });

  test('an academy stops within seconds though its mail server hangs', async () => {
    const line = await Line.to(server.port);
    line.mode = 'silent';
    const hanging = await Office.open(`smtp://127.0.0.1:${line.port}`);
    await hanging.signUp(freshEmail());
    await until('a conversation that hangs', () => line.incidents > 0);
    expect((await hanging.cluster.stop()).code).toBe(0);
    await line.stop();
  });
});
