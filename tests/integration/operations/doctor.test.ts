// `./academy doctor`: what it finds of an academy itself, when that is well and when it is not.
import { chmod, cp, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { must, ScratchFolder } from '../../harness/backups.ts';
import { Cluster } from '../../harness/cluster.ts';
import { doctor, doctorAtRest, expectWrong, of } from '../../harness/doctor.ts';
import { databaseFlags, engine, onSqlite } from '../../harness/engine.ts';
import { ask } from '../../harness/servers/units.ts';

// Academies are started, and every check is made each time.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const DAY_MS = 86_400_000;

let scratch: ScratchFolder;
/** One that runs. */
let cluster: Cluster;
/** The data folder of one that is stopped. */
let stopped: string;

const ofRunning = (words: readonly string[] = []) => doctor(['--data', cluster.data, ...words]);
const ofStopped = async (words: readonly string[] = []) =>
  doctorAtRest(stopped, [...(await databaseFlags(stopped)), ...words]);

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
    expect(of(said, 'limits')).not.toContain('can be open');
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
  const said = await doctorAtRest(data, ['--audit']);
  expectWrong(said, 'audit', /Fix: /);
});
