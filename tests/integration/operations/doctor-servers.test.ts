// `./academy doctor`: what it finds of the mail server and the store.
import { readFile, writeFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { expectWrong, of, UnstartedAcademy } from '../../harness/doctor.ts';
import { startS3, type S3Store } from '../../harness/s3-server.mjs';
import { makeIdentity, MailServer, type Identity } from '../../harness/servers/smtp.ts';

// Every check is made each time.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let academy: UnstartedAcademy;

beforeAll(async () => {
  academy = await UnstartedAcademy.create();
});

afterAll(() => academy?.remove());

describe('mail', () => {
  const account = { user: 'postman@academy.test', password: 's3cret/:', method: 'PLAIN' } as const;
  let identity: Identity;
  let server: MailServer;
  let file: string;

  beforeAll(async () => {
    identity = makeIdentity(academy.scratch.path, 'mail');
    server = await MailServer.start({ identity, account });
    file = academy.at('smtp-file');
    const user = `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}`;
    await writeFile(file, `smtp://${user}@127.0.0.1:${server.port}\n`, { mode: 0o600 });
  });
  afterAll(() => server.stop());

  const withMail = async (...words: string[]) => {
    const said = await academy.doctor(['--smtp-file', file, '--smtp-ca', identity.certFile, ...words]);
    expect(said.text).not.toMatch(/s3cret|postman/);
    return said;
  };

  test('none is advice', async () => {
    expect(of(await academy.doctor(), 'mail')).toMatch(
      /^advice {2}mail: there is no mail server, so mails wait\. Fix: /,
    );
  });

  test('a server that lets the academy in gets no mail, unless one is asked for', async () => {
    expect(of(await withMail(), 'mail')).toBe(`ok      mail: 127.0.0.1:${server.port} lets the academy in`);
    expect(server.taken).toEqual([]);
    const sent = await withMail('--mail', 'owner@academy.test', '--mail-from', 'Academy <us@academy.test>');
    expect(of(sent, 'mail')).toMatch(/^ok .*took a mail to owner@academy\.test/);
    const [mail] = await server.mailsTo('owner@academy.test');
    expect(mail).toMatchObject({ secure: true, user: account.user });
    expect(mail?.parsed.from?.text).toContain('us@academy.test');
    expect(mail?.parsed.text?.length).toBeGreaterThan(20);
  });

  test('a wrong password, a refused recipient, a certificate of somebody else', async () => {
    server.denying = true;
    expectWrong(await withMail(), 'mail', /does not take mail: .*535.*Fix: user and password in smtp-file/);
    server.denying = false;
    server.refusal = { at: 'RCPT', code: 550, text: 'no such person' };
    expectWrong(
      await withMail('--mail', 'nobody@academy.test'),
      'mail',
      /550 .*no such person.*Fix: the address after --mail/,
    );
    server.refusal = undefined;
    const foreign = makeIdentity(academy.scratch.path, 'foreign');
    server.use(foreign);
    expectWrong(await withMail(), 'mail', /ertificate.*Fix: smtp-ca/);
    server.use(identity);
  });

  test('nobody listens there', async () => {
    expectWrong(
      await academy.doctor(['--smtp', 'smtp://127.0.0.1:1']),
      'mail',
      /127\.0\.0\.1:1 does not take mail: .*Fix: address and port/,
    );
  });

  test('a password given in the environment is used, and shown nowhere', async () => {
    const said = await academy.doctor(['--smtp-ca', identity.certFile], {
      ACADEMY_SMTP: (await readFile(file, 'utf8')).trim(),
    });
    expect(of(said, 'mail')).toMatch(/^ok {6}mail: 127\.0\.0\.1:\d+ lets the academy in$/);
    expect(said.text).not.toContain('s3cret');
  });
});

describe('store', () => {
  let store: S3Store;
  let secrets: string;
  beforeAll(async () => {
    store = await startS3();
    secrets = academy.at('s3');
    await writeFile(secrets, `aws_access_key_id=${store.accessKey}\naws_secret_access_key=${store.secretKey}\n`, {
      mode: 0o600,
    });
  });
  afterAll(() => store.stop());

  const withStore = (credentials: string, url = store.url, bucket = store.bucket) =>
    academy.doctor([
      '--blobs',
      `s3://${bucket}/academy?region=${store.region}&endpoint=${url}`,
      '--s3-credentials',
      credentials,
    ]);

  test('that works keeps nothing of the trial', async () => {
    expect(of(await withStore(secrets), 'store')).toBe(
      `ok      store: s3://${store.bucket}/academy stores, gives and removes`,
    );
    expect(await store.keys('')).toEqual([]);
  });

  test('with a wrong key, without keys, and a server that is down', async () => {
    const wrong = academy.at('s3-wrong');
    await writeFile(wrong, `aws_access_key_id=${store.accessKey}\naws_secret_access_key=very-wrong-key\n`, {
      mode: 0o600,
    });
    const said = await withStore(wrong);
    expectWrong(said, 'store', /does not work: /);
    expect(said.text).not.toContain('very-wrong-key');
    await writeFile(wrong, 'nothing\n');
    expectWrong(await withStore(wrong), 'store', /does not work: .*Fix: the store's keys/);
    expectWrong(await withStore(secrets, 'http://127.0.0.1:1'), 'store', /does not work: .*Fix: is the store up/);
  });
});
