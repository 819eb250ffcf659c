// `./academy doctor`: each thing that it looks at, when it is well and when it is not.
import { chmod, cp, mkdir, open, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createListener, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { must, ScratchFolder } from '../../harness/backups.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { databaseFlags, engine, onSqlite } from '../../harness/engine.ts';
import { startS3, type S3Store } from '../../harness/s3-server.mjs';
import { makeIdentity, MailServer, type Identity } from '../../harness/servers/smtp.ts';
import { CertificateFolder } from '../../harness/servers/tls.ts';
import { ask, type Said } from '../../harness/servers/units.ts';
import { sql } from '../../harness/sql.ts';

// Academies are started, and every check is made each time.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const DAY_MS = 86_400_000;

let scratch: ScratchFolder;
/** One that runs. */
let cluster: Cluster;
/** The data folder of one that is stopped. */
let stopped: string;

const doctor = (words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  ask(join(ROOT, 'academy'), ['doctor', ...words], env);
const ofRunning = (words: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
  doctor(['--data', cluster.data, ...words], env);
const ofStopped = async (words: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
  doctor(['--data', stopped, '--port', '0', '--grpc-port-base', '0', ...(await databaseFlags(stopped)), ...words], env);

/** What was said of one check, in as many lines as there were findings. */
const of = ({ text }: Said, check: string) =>
  text
    .split('\n')
    .filter((line) => line.slice(8).startsWith(`${check}: `))
    .join('\n');

/** Whether something is wrong is the exit code: a finding of this check alone decides it. */
function expectWrong(said: Said, check: string, what: RegExp): void {
  expect(of(said, check), said.text).toMatch(what);
  expect(of(said, check)).toMatch(/^wrong {3}/);
  expect(of(said, check)).toMatch(/\. Fix: \S/);
  expect(said.code).toBe(1);
}

beforeAll(async () => {
  scratch = await ScratchFolder.create();
  const other = await Cluster.start({ flags: ['--bot-check', 'off'] });
  stopped = other.data;
  await other.stop({ keepData: true });
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
});

afterAll(async () => {
  await cluster?.stop();
  await rm(stopped, { recursive: true, force: true });
  await scratch?.remove();
});

describe('an academy that is well', () => {
  test('running: a line for each thing, and the exit code 0', async () => {
    const said = await ofRunning(['--audit']);
    expect(said.code, said.text).toBe(0);
    expect(of(said, 'processes')).toBe('ok      processes: all 5 run, and are ready');
    expect(of(said, 'settings')).toBe('ok      settings: those of the running academy');
    for (const check of ['secrets', 'ports', 'versions', 'store']) expect(of(said, check)).toMatch(/^ok {6}/);
    const version = engine() === 'sqlite' ? /SQLite 3\.\d+\.\d+/ : /PostgreSQL \d+/;
    for (const service of ['auth', 'catalog', 'enrollment', 'presence']) {
      const line = of(said, `database-${service}`);
      expect(line).toMatch(/^ok {6}database-\w+: whole: .*, schema \d+$/);
      expect(line).toMatch(version);
    }
    expect(of(said, 'audit')).toMatch(/^ok {6}audit: Audit trail is whole/);
    await cluster.ready();
  });

  test('stopped: that it does not run is advice', async () => {
    const said = await ofStopped();
    expect(said.code, said.text).toBe(0);
    expect(of(said, 'processes')).toMatch(/^advice {2}processes: the academy does not run\. Fix: /);
    expect(of(said, 'database-auth')).toMatch(/^ok {6}/);
  });

  test('nothing is left behind in the data folder', async () => {
    const files = () => ask('find', [stopped, '-name', 'doctor*']);
    await ofStopped();
    expect(await files()).toEqual({ code: 0, text: '' });
  });

  test('for machines: one object', async () => {
    const { code, text } = await ofRunning(['--json']);
    const said = JSON.parse(text) as { result: string; checks: { check: string; result: string; fix?: string }[] };
    expect(code).toBe(0);
    expect(['ok', 'advice']).toContain(said.result);
    expect(said.checks).toContainEqual({
      check: 'processes',
      result: 'ok',
      what: 'all 5 run, and are ready',
    });
    for (const each of said.checks) expect(each.fix !== undefined, JSON.stringify(each)).toBe(each.result !== 'ok');
  });
});

test('a folder that is none, and an address that is none', async () => {
  for (const words of [
    ['--data', '/none'],
    ['--data', stopped, '--mail', 'somebody'],
  ])
    expect(await doctor(words)).toMatchObject({ code: 1, text: expect.stringContaining('Fix: ') });
});

test('a service that hangs', async () => {
  const own = await Cluster.start({ flags: ['--silence-limit', '600'] });
  await own.freeze(await own.pidOf('catalog'));
  expectWrong(await doctor(['--data', own.data]), 'processes', /not ready: "catalog"/);
  process.kill(await own.pidOf('catalog'), 'SIGCONT');
  await own.stop();
});

describe('settings', () => {
  const conf = async (text: string, mode = 0o600) => {
    const file = scratch.at('academy.conf');
    await writeFile(file, text);
    await chmod(file, mode);
    return ofStopped(['--conf', file]);
  };

  test('are read from the file', async () => {
    const said = await conf('bind = 127.0.0.1\nstrong-passwords = on\n');
    expect(of(said, 'settings')).toBe(`ok      settings: ${scratch.at('academy.conf')}`);
  });

  test('each line that would be refused is told, not only the first', async () => {
    const said = await conf('prot = 80\nport = 0\nport = 81\nreflection = yes\n');
    expectWrong(said, 'settings', /conf:1: there is no setting 'prot'/);
    expect(of(said, 'settings')).toMatch(/conf:3: port is there twice/);
    expect(of(said, 'settings')).toMatch(/conf:4: reflection is 'yes'/);
    expect(of(said, 'settings').split('\n')).toHaveLength(3);
  });

  test('a value that a start would refuse', async () => {
    expectWrong(await conf('drain-time = 900\n'), 'settings', /--drain-time 900 is not valid\. Fix: /);
  });

  test('a password in the file is refused, and not repeated', async () => {
    const said = await conf('smtp = smtps://us:s3cret@mail.test:465\n');
    expectWrong(said, 'settings', /conf:1: smtp has a password/);
    expect(said.text).not.toContain('s3cret');
  });

  test('a file that others may change, or that is not there', async () => {
    expectWrong(await conf('bind = 127.0.0.1\n', 0o622), 'settings', /others may change/);
    expectWrong(await ofStopped(['--conf', '/none']), 'settings', /\/none cannot be read/);
  });

  test('that a file has changed since the start is advice', async () => {
    const file = scratch.at('later.conf');
    await writeFile(file, 'bind = 127.0.0.1\n');
    const soon = new Date(Date.now() + DAY_MS);
    await utimes(file, soon, soon);
    const said = await ofRunning(['--conf', file]);
    expect(of(said, 'settings')).toMatch(/^advice {2}settings: .* has changed since the academy started/);
  });
});

test('secrets that others can read', async () => {
  const file = scratch.at('smtp');
  await writeFile(file, 'smtp://127.0.0.1:1\n', { mode: 0o604 });
  expectWrong(await ofStopped(['--smtp-file', file]), 'secrets', new RegExp(`read ${file}`));
  const key = join(stopped, 'keys/audit-seal');
  await chmod(key, 0o640);
  expectWrong(await ofStopped(), 'secrets', /keys\/audit-seal/);
  await chmod(key, 0o600);
  expect(of(await ofStopped(), 'secrets')).toMatch(/^ok {6}/);
});

// Mounts need root, and end with the command.
describe.runIf(process.getuid?.() === 0)('disk', () => {
  const on = async (mount: string, fill = '') => {
    const data = scratch.at('disk');
    await mkdir(data, { recursive: true, mode: 0o700 });
    const script = `mount -t tmpfs ${mount} tmpfs ${data} && mkdir -m 700 ${data}/run && ${fill || ':'} && ${ROOT}/academy doctor --data ${data} --port 0 --grpc-port-base 0`;
    return ask('unshare', ['--mount', 'bash', '-c', script]);
  };

  test('with space', async () => {
    expect(of(await on('-o size=8g,mode=700'), 'disk')).toMatch(/^ok {6}disk: 819\d MiB and \d+ files free in /);
  });

  test('with little', async () => {
    expect(of(await on('-o size=1g,mode=700'), 'disk')).toMatch(/^advice {2}disk: only 10\d\d MiB are free in /);
    expectWrong(await on('-o size=100m,mode=700'), 'disk', /only \d+ MiB are free in /);
  });

  test('that is full', async () => {
    const said = await on(
      '-o size=256k,mode=700',
      '{ head -c 1m /dev/zero >DATA/run/much; true; }'.replace('DATA', scratch.at('disk')),
    );
    expectWrong(said, 'disk', /(nothing can be written|does not reach the disk): No space left on device/m);
  });

  test('that takes no more files', async () => {
    expectWrong(await on('-o size=8g,nr_inodes=20,mode=700'), 'disk', /only \d+ files more can be made/);
  });

  test('that is mounted read-only', async () => {
    const again = `mount -o remount,ro tmpfs ${scratch.at('disk')}`;
    expectWrong(await on('-o size=8g,mode=700', again), 'disk', /nothing can be written in .*: Read-only file system/);
  });
});

describe('clock', () => {
  let server: Server;
  let ahead = 0;
  beforeAll(async () => {
    server = createServer((_, answer) => {
      answer.setHeader('Date', new Date(Date.now() + ahead).toUTCString());
      answer.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  const store = () => `s3://b/p?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** A machine whose systemd says so. */
  const synchronized = async (word: string) => {
    await mkdir(scratch.at('bin'), { recursive: true });
    await writeFile(scratch.at('bin/timedatectl'), `#!/bin/sh\necho ${word}\n`, { mode: 0o755 });
    return { PATH: `${scratch.at('bin')}:${process.env.PATH}` };
  };
  const credentials = async () => {
    await writeFile(scratch.at('none'), 'aws_access_key_id=a\naws_secret_access_key=b\n', { mode: 0o600 });
    return ['--s3-credentials', scratch.at('none')];
  };

  test('set by a time server, or by none', async () => {
    expect(of(await ofStopped([], await synchronized('yes')), 'clock')).toMatch(/^ok {6}clock: set by a time server/);
    expect(of(await ofStopped([], await synchronized('no')), 'clock')).toMatch(/^advice {2}clock: no time server/);
  });

  test('right or wrong by the store’s', async () => {
    const words = ['--blobs', store(), ...(await credentials())];
    expect(of(await ofStopped(words, await synchronized('yes')), 'clock')).toMatch(
      /^ok .* within \d s of that of 127\.0\.0\.1/,
    );
    ahead = 600_000;
    expectWrong(
      await ofStopped(words, await synchronized('yes')),
      'clock',
      /differs by (599|600|601) s from that of 127/,
    );
    ahead = 60_000;
    expect(of(await ofStopped(words, await synchronized('yes')), 'clock')).toMatch(
      /^advice {2}clock: .* differs by (59|60|61) s/,
    );
  });
});

test('limits: few open files are advice', async () => {
  const words = `--data ${stopped} --port 0 --grpc-port-base 0`;
  const { text } = await ask('bash', ['-c', `ulimit -n 1024 && exec ${ROOT}/academy doctor ${words}`]);
  expect(text).toMatch(/^advice {2}limits: only 1024 files can be open at once/m);
  expect(of(await ofRunning(), 'limits')).not.toContain('can be open');
});

test('versions: ffmpeg that does not run', async () => {
  expect(of(await ofStopped(), 'versions')).toMatch(/^ok {6}versions: academy \d+\.\d+\.\d+.*, ffmpeg \d/);
  await mkdir(scratch.at('broken'));
  await writeFile(scratch.at('broken/ffmpeg'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const said = await ofStopped([], { PATH: `${scratch.at('broken')}:${process.env.PATH}` });
  expectWrong(said, 'versions', /ffmpeg does not run, so no video can be processed\. Fix: apt install ffmpeg/);
});

test('dns: a name that leads here, and one that leads nowhere', async () => {
  expect(of(await ofStopped(['--public-url', 'http://localhost']), 'dns')).toBe(
    'ok      dns: localhost leads to this machine',
  );
  expectWrong(await ofStopped(['--public-url', 'https://nowhere.invalid']), 'dns', /nowhere\.invalid has no address/);
});

describe('certificate', () => {
  let folder: CertificateFolder;
  beforeAll(async () => {
    folder = await CertificateFolder.create();
  });
  afterAll(() => folder.remove());

  const withFiles = (certificate: string, key: string, words: readonly string[] = []) =>
    ofStopped(['--tls-cert', certificate, '--tls-key', key, ...words], { SSL_CERT_FILE: certificate });

  test('that is right, and trusted by the system', async () => {
    const { certificate, key } = await folder.make('good');
    const said = await withFiles(certificate, key, ['--public-url', 'https://localhost']);
    // Two days are soon.
    expect(of(said, 'certificate')).toMatch(
      /^advice {2}certificate: the certificate expires on 20\d\d-\d\d-\d\d\. Fix: renew it[^\n]*$/,
    );
  });

  test('that nobody trusts', async () => {
    const { certificate, key } = await folder.make('own');
    const said = await ofStopped(['--tls-cert', certificate, '--tls-key', key]);
    expectWrong(
      { ...said, text: said.text.replace(/^advice.*\n/gm, '') },
      'certificate',
      /do not trust the certificate: self-signed/,
    );
  });

  test('that has expired', async () => {
    const { certificate, key } = await folder.make('old', 2020);
    expectWrong(await withFiles(certificate, key), 'certificate', /has expired, on 2020-12-31/);
  });

  test('for another name', async () => {
    const { certificate, key } = await folder.make('named');
    const said = await withFiles(certificate, key, ['--public-url', 'https://academy.test']);
    expect(of(said, 'certificate')).toMatch(
      /^wrong {3}certificate: the certificate is not for academy\.test\. Fix: .*DNS:localhost/m,
    );
  });

  test('with the key of another, and files that cannot be read', async () => {
    const { certificate } = await folder.make('one');
    const { key } = await folder.make('two');
    expect(of(await withFiles(certificate, key), 'certificate')).toMatch(
      /^wrong {3}certificate: \S+two\.key is not the key of \S+one\.pem/m,
    );
    expectWrong(await withFiles('/none.pem', key), 'certificate', /\/none\.pem cannot be read/);
  });

  test('that was renewed, and the edge has not been told', async () => {
    const { certificate, key } = await folder.make('renewed');
    const own = await Cluster.start({ flags: ['--tls-cert', certificate, '--tls-key', key] });
    const look = async () => of(await doctor(['--data', own.data], { SSL_CERT_FILE: certificate }), 'certificate');
    expect(await look()).not.toContain('still uses');
    await folder.make('renewed');
    expect(await look()).toMatch(/^advice {2}certificate: the academy still uses the certificate before /m);
    await own.stop();
  });
});

describe('ports', () => {
  test('that another program has', async () => {
    const taken = createListener();
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    expectWrong(await ofStopped(['--port', `${port}`]), 'ports', new RegExp(`port ${port} of 127.0.0.1 is taken`));
    expectWrong(await ofStopped(['--grpc-port-base', `${port}`]), 'ports', new RegExp(`port ${port} .*grpc-port-base`));
    taken.close();
    await once(taken, 'close');
    expect(of(await ofStopped(['--port', `${port}`]), 'ports')).toMatch(/^ok {6}ports: port \d+ is free/);
  });

  test('the public address leads to this academy, to another, to something else or nowhere', async () => {
    const { url } = cluster;
    expect(of(await ofRunning(['--public-url', url]), 'ports')).toContain(`${url} is this academy`);

    const other = await Cluster.start({ flags: ['--bot-check', 'off'] });
    expectWrong(await ofRunning(['--public-url', other.url]), 'ports', /another academy answers at /);
    await other.stop();

    const server = createServer((_, answer) => answer.end('Welcome to nginx!'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    expectWrong(
      await ofRunning(['--public-url', address]),
      'ports',
      /what answers at .* is not the academy: HTTP\/1\.1 200/,
    );
    server.close();
    await once(server, 'close');
    expectWrong(await ofRunning(['--public-url', address]), 'ports', new RegExp(`nothing answers at ${address}`));
  });

  test('settings with another port than the running academy’s', async () => {
    expect(of(await ofRunning(['--port', '1']), 'ports')).toMatch(
      /^advice {2}ports: the academy listens on port \d+, the settings say 1\./,
    );
  });
});

describe('mail', () => {
  const account = { user: 'postman@academy.test', password: 's3cret/:', method: 'PLAIN' } as const;
  let identity: Identity;
  let server: MailServer;
  let file: string;

  beforeAll(async () => {
    identity = makeIdentity(scratch.path, 'mail');
    server = await MailServer.start({ identity, account });
    file = scratch.at('smtp-file');
    const user = `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}`;
    await writeFile(file, `smtp://${user}@127.0.0.1:${server.port}\n`, { mode: 0o600 });
  });
  afterAll(() => server.stop());

  const withMail = async (...words: string[]) => {
    const said = await ofStopped(['--smtp-file', file, '--smtp-ca', identity.certFile, ...words]);
    expect(said.text).not.toMatch(/s3cret|postman/);
    return said;
  };

  test('none is advice', async () => {
    expect(of(await ofStopped(), 'mail')).toMatch(/^advice {2}mail: there is no mail server, so mails wait\. Fix: /);
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
    const foreign = makeIdentity(scratch.path, 'foreign');
    server.use(foreign);
    expectWrong(await withMail(), 'mail', /ertificate.*Fix: smtp-ca/);
    server.use(identity);
  });

  test('nobody listens there', async () => {
    expectWrong(
      await ofStopped(['--smtp', 'smtp://127.0.0.1:1']),
      'mail',
      /127\.0\.0\.1:1 does not take mail: .*Fix: address and port/,
    );
  });

  test('a password given in the environment is used, and shown nowhere', async () => {
    const said = await ofStopped(['--smtp-ca', identity.certFile], {
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
    secrets = scratch.at('s3');
    await writeFile(secrets, `aws_access_key_id=${store.accessKey}\naws_secret_access_key=${store.secretKey}\n`, {
      mode: 0o600,
    });
  });
  afterAll(() => store.stop());

  const withStore = (credentials: string, url = store.url, bucket = store.bucket) =>
    ofStopped([
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
    const wrong = scratch.at('s3-wrong');
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

describe('a database', () => {
  const copy = async () => {
    const data = scratch.at(`copy-${Math.random().toString(36).slice(2)}`);
    await cp(stopped, data, { recursive: true });
    await chmod(data, 0o700);
    return data;
  };
  const look = (data: string) => doctor(['--data', data, '--port', '0', '--grpc-port-base', '0']);

  test.runIf(onSqlite('opens files'))('with a damaged page', async () => {
    const data = await copy();
    const path = join(data, 'auth/auth.db');
    await ask('sqlite3', [path, 'PRAGMA wal_checkpoint(TRUNCATE)']);
    const { size } = await stat(path);
    const file = await open(path, 'r+');
    // All but the first, which has the schema.
    for (let at = 4096; at < size; at += 4096) await file.write(Buffer.alloc(64, 0xa5), 0, 64, at);
    await file.close();
    const said = await look(data);
    expectWrong(
      said,
      'database-auth',
      /damaged: .*Fix: stop the academy, keep this folder, and restore the newest backup/,
    );
    expect(of(said, 'database-catalog')).toMatch(/^ok {6}/);
  });

  test.runIf(onSqlite('opens files'))('with a row that refers to none', async () => {
    const data = await copy();
    const [row] = await sql(
      data,
      'catalog',
      'SELECT m.name AS name, f."from" AS column FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = \'table\' LIMIT 1',
    );
    const table = String(row?.name);
    const columns = await sql(
      data,
      'catalog',
      `SELECT name, type, "notnull" AS needed FROM pragma_table_info('${table}')`,
    );
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const values = columns.map(({ type }) => (String(type) === 'TEXT' ? "'none'" : '1')).join(', ');
    await sql(data, 'catalog', `PRAGMA foreign_keys = OFF; INSERT INTO ${table} (${names}) VALUES (${values})`);
    expectWrong(
      await look(data),
      'database-catalog',
      new RegExp(`damaged: a row of ${table} refers to one that is not there`),
    );
  });

  test.runIf(onSqlite('opens files'))('that is gone, or another one', async () => {
    const data = await copy();
    await rm(join(data, 'catalog'), { recursive: true });
    const said = await look(data);
    expectWrong(said, 'database-catalog', /There is no database .*Fix: put the right file back/);
    await mkdir(join(data, 'catalog'));
    await cp(join(data, 'presence/presence.db'), join(data, 'catalog/catalog.db'));
    expectWrong(await look(data), 'database-catalog', /Fix: put the right file back/);
  });

  test.runIf(onSqlite('opens files'))('of an older or a later release', async () => {
    const data = await copy();
    await sql(
      data,
      'presence',
      'DELETE FROM schema_migrations WHERE version = (SELECT MAX(version) FROM schema_migrations)',
    );
    await sql(
      data,
      'enrollment',
      "INSERT INTO schema_migrations VALUES (9999, 'later', 0); UPDATE schema_floor SET version = 9999",
    );
    const said = await look(data);
    expect(of(said, 'database-presence')).toMatch(
      /^advice {2}database-presence: the database has schema \d+, this program \d+\. Fix: .*migrate/,
    );
    expectWrong(said, 'database-enrollment', /schema 9999, this program \d+/);
  });

  test('none yet', async () => {
    const data = scratch.at('fresh');
    await mkdir(join(data, 'run'), { recursive: true });
    await chmod(data, 0o700);
    const said = await look(data);
    expect(of(said, 'database-auth')).toBe('ok      database-auth: none yet; the first start makes it');
    expect(said.code).toBe(0);
  });

  test('of a PostgreSQL that does not answer', async () => {
    const files = scratch.at('databases');
    await mkdir(files, { mode: 0o700 });
    await writeFile(join(files, 'auth'), 'postgresql://us:s3cret@127.0.0.1:1/auth\n', { mode: 0o600 });
    const data = scratch.at('on-server');
    await mkdir(join(data, 'run'), { recursive: true });
    await chmod(data, 0o700);
    const said = await doctor(['--data', data, '--db-files', files]);
    expectWrong(said, 'database-auth', /cannot be read: .*Fix: is the PostgreSQL of /);
    expect(said.text).not.toContain('s3cret');
  });
});

describe.runIf(onSqlite('copies files'))('backup', () => {
  const withPlace = () => ofRunning(['--backup-to', scratch.at('backups')]);

  test('none is advice', async () => {
    expect(of(await ofRunning(), 'backup')).toMatch(/^advice {2}backup: there is none\. Fix: backup-to/);
    expect(of(await withPlace(), 'backup')).toMatch(/^advice {2}backup: there is none yet\. Fix: /);
  });

  test('made today is well; old, failed or gone is not', async () => {
    await must('backup', '--to', scratch.at('backups'), '--data', cluster.data);
    const good = of(await withPlace(), 'backup');
    // The scratch folder is on the same disk.
    expect(good).toMatch(/^advice {2}backup: .*backups is on the disk of the data/);
    expect(good.split('\n')).toHaveLength(1);

    const last = join(cluster.data, 'backup/last.json');
    const lastGood = join(cluster.data, 'backup/last-good.json');
    const written = await readFile(lastGood, 'utf8');
    await writeFile(lastGood, written.replace(/"at":\d+/, `"at":${Date.now() - 3 * DAY_MS}`));
    expect(of(await withPlace(), 'backup')).toMatch(/^wrong {3}backup: the last good one is 3 days old\. Fix: /m);

    await writeFile(lastGood, written);
    await writeFile(last, JSON.stringify({ id: '', at: Date.now(), ok: false, error: 'no space' }));
    expect(of(await withPlace(), 'backup')).toMatch(/^wrong {3}backup: the last one failed: no space\. Fix: /m);
    await writeFile(last, written);

    await rm(scratch.at('backups'), { recursive: true });
    expectWrong(await withPlace(), 'backup', /backups is gone\. Fix: mount the disk/);
    await mkdir(scratch.at('backups'));
    expect(of(await withPlace(), 'backup')).toMatch(/^wrong {3}backup: .*(cannot be listed|lacks the last good one)/m);
  });
});

test('audit: a trail that somebody has changed', async () => {
  expect(of(await ofRunning(), 'audit')).toBe('');
  if (engine() !== 'sqlite') return;
  const data = scratch.at('changed');
  await cp(stopped, data, { recursive: true });
  await chmod(data, 0o700);
  await rm(join(data, 'keys/audit-seal'));
  const said = await doctor(['--data', data, '--port', '0', '--grpc-port-base', '0', '--audit']);
  expectWrong(said, 'audit', /Fix: /);
});
