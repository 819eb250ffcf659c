// Keys of a running academy: their rotation interrupts nothing, and an academy without a key ring is upgraded.
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  Api,
  assign,
  firstManager,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  type MyCourse,
} from '../../harness/api.ts';
import { payloadOf, solve } from '../../harness/servers/bot-check.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { databaseFlag } from '../../harness/engine.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { sql, storedBy } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

const IBAN = 'SA0380000000608010167519';
const BANK = { accountHolder: 'ليلى الحربي', bankName: 'مصرف', iban: IBAN };

async function academy(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(join(ROOT, 'academy'), words);
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

/** A learner with bank details who may watch a video. */
async function fill(cluster: Cluster, media: MediaFolder) {
  const manager = await firstManager(cluster.url);
  const asset = await readyAsset(manager.api, await media.mp4('lesson.mp4', 4));
  const course = await setVideos(manager.api, await newCourse(manager.api, 'Watched', ['one']), [asset._id]);
  const learner = await newLearner(manager.api);
  await assign(manager.api, course._id, learner._id);
  const session = await signIn(cluster.url, learner.email);
  await session.must('PUT', '/api/user/update-bank', BANK);
  const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
    courseId: course._id,
  });
  const playback = result.playback[course.parts[0]?._id ?? ''];
  if (playback === undefined) throw new Error('the part cannot be played');
  return { manager, learner, session, master: new URL(playback.hls, cluster.url).pathname };
}
/** As the audit trail records it. */
interface Rotation {
  subject: { _id: string };
  details: { key: string };
}
type Filled = Awaited<ReturnType<typeof fill>>;

const solved = async (cluster: Cluster): Promise<string> => payloadOf(await solve(new Api(cluster.url)));

/** What was signed and written before is good: an address of a video, a solution, the audit trail, bank details. */
async function expectAllWell(cluster: Cluster, { manager, learner, session, master }: Filled, solution: string) {
  expect((await fetch(cluster.url + master)).status).toBe(200);
  const login = { email: manager.email, password: PASSWORD };
  const visitor = new Api(cluster.url);
  expect((await visitor.post('/api/cm/auth/login', login)).status).toBe(403);
  expect((await visitor.post('/api/cm/auth/login', { ...login, altcha: solution })).status).toBe(200);
  const own = await new Api(cluster.url, session.token).must<{ result: object }>('POST', '/api/user/fetch-bank');
  expect(own.result).toMatchObject(BANK);
  const read = await new Api(cluster.url, manager.api.token).must<{ result: object }>(
    'POST',
    '/api/cm/user/fetch-bank',
    { clientId: learner._id },
  );
  expect(read.result).toMatchObject(BANK);
  expect(await academy('audit', 'verify', '--data', cluster.data, ...databaseFlag(cluster.data, 'auth'))).toMatchObject(
    { code: 0 },
  );
}

/** All files of a data folder that contain a text, and auth's database if it does. */
async function placesOf(data: string, text: string): Promise<string[]> {
  const found = (await storedBy(data, 'auth')).includes(text) ? ["auth's database"] : [];
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await readFile(path)).includes(text)) found.push(path);
  }
  return found;
}

describe('a running academy', () => {
  let data: string;
  let cluster: Cluster;
  let media: MediaFolder;
  let filled: Filled;

  beforeAll(async () => {
    media = await MediaFolder.create();
    data = await mkdtemp(join(tmpdir(), 'academy-'));
    cluster = await Cluster.start({ data, flags: ['--bot-check', 'off'] });
    filled = await fill(cluster, media);
    await cluster.stop();
    cluster = await Cluster.start({ data, flags: ['--bot-check', 'always'] });
  });
  afterAll(async () => {
    await cluster?.stop();
    await media?.remove();
    await rm(data, { recursive: true, force: true });
  });

  test('its files have no bank details in clear, nor have their logs', async () => {
    expect(await placesOf(cluster.data, IBAN)).toEqual([]);
    expect(await placesOf(cluster.data, 'ليلى الحربي')).not.toEqual([]);
  });

  test('keys list shows every key, and no secret', async () => {
    const { code, stdout } = await academy('keys', 'list', '--data', cluster.data);
    expect(code).toBe(0);
    for (const name of await readdir(join(cluster.data, 'keys'))) {
      if (name === 'made' || name === 'lock') continue;
      expect(stdout).toContain(`${name} `);
      for (const { id, secret } of await cluster.keysOf(name)) {
        expect(stdout).toContain(id);
        expect(stdout).not.toContain(secret);
      }
    }
  });

  test('all keys are rotated: no call fails, and what was signed before is valid', async () => {
    const before = (await cluster.keysOf('audit-seal')).at(-1)?.id ?? '';
    const solution = await solved(cluster);
    const { manager, session } = filled;
    const api = (by: Api) => new Api(cluster.url, by.token);
    expect(await academy('keys', 'rotate', 'all', '--data', cluster.data)).toMatchObject({ code: 0 });
    const sealed = async () => String((await sql(cluster.data, 'auth', 'SELECT seal FROM audit_head'))[0]?.['seal']);
    const encrypted = async () => (await sql(cluster.data, 'auth', 'SELECT key_id FROM bank_details'))[0]?.['key_id'];
    const newest = async (name: string) => (await cluster.keysOf(name)).at(-1)?.id;
    let calls = 0;
    await until('new keys in use', async () => {
      // Every hop but to presence: edge to the services, enrollment to auth and, where it has not cached, to catalog.
      expect((await api(session).call('POST', '/api/user-course/fetch-courses')).status).toBe(200);
      expect((await api(manager.api).call('PUT', '/api/cm/user/fetch-users')).status).toBe(200);
      expect((await api(manager.api).call('POST', '/api/cm/course/fetch-courses')).status).toBe(200);
      calls += 1;
      return (await encrypted()) === (await newest('bank')) && !(await sealed()).startsWith(before);
    });
    expect(calls).toBeGreaterThan(1);
    expect(await sealed()).toMatch(new RegExp(`^${await newest('audit-seal')}:`));
    expect((await fetch(`${cluster.url}/readyz`)).status).toBe(200);
    await expectAllWell(cluster, filled, solution);
    const { result } = await new Api(cluster.url, manager.api.token).must<{ result: Rotation[] }>(
      'POST',
      '/api/cm/audit/fetch-events',
      { action: 'keys.rotated' },
    );
    const rings = (await readdir(join(cluster.data, 'keys'))).filter((name) => name !== 'made' && name !== 'lock');
    expect(result.map(({ subject }) => subject._id).sort()).toEqual(rings.sort());
    for (const { subject, details } of result) expect(details.key).toBe(await newest(subject._id));
    // Nothing asked presence meanwhile, and a process looks at its keys when it uses them, at most once a second.
    for (const name of ['auth', 'catalog', 'enrollment', 'edge'] as const) {
      await until(`${name} with new keys`, async () => {
        await api(manager.api).must('POST', '/api/cm/course/fetch-courses');
        await api(session).must('POST', '/api/user-course/fetch-courses');
        return (await cluster.logOf(name)).includes('keys changed');
      });
      expect(await cluster.logOf(name)).not.toContain('internal_credential');
    }
  });

  test('what the commands cannot do, they say', async () => {
    const fails = async (text: string, ...words: string[]) => {
      const { code, stdout, stderr } = await academy('keys', ...words);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(text);
    };
    await fails("no key 'nonsense'", 'rotate', 'nonsense', '--data', cluster.data);
    await fails('needs a name', 'rotate', '--data', cluster.data);
    await fails('list and rotate', 'remove');
    await fails('There is no folder /nothing', 'list', '--data', '/nothing');
    await fails('There is no folder /tmp/keys', 'rotate', 'media', '--data', '/tmp');
    await fails('is not valid', 'rotate', 'media', '--data', cluster.data, '--after', 'soon');
  });
});

describe('missing keys', () => {
  test('an academy that lost a key does not start, says so, and makes no other', async () => {
    const first = await Cluster.start();
    const { data } = first;
    await first.stop({ keepData: true });
    try {
      await rename(join(data, 'keys/bank'), join(data, 'bank'));
      await expect(Cluster.start({ data })).rejects.toThrow(/keys\/bank is missing/);
      await rename(join(data, 'bank'), join(data, 'keys/bank'));
      await rename(join(data, 'keys'), join(data, 'away'));
      await expect(Cluster.start({ data })).rejects.toThrow(/keys is missing/);
      await rename(join(data, 'away'), join(data, 'keys'));
      await (await Cluster.start({ data })).stop();
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  });
});

describe('an academy without a key ring', () => {
  const credential = 'c0ffee00'.repeat(8);

  /** Makes a stopped academy's folder what the program before left: one credential, bank details in clear. */
  async function makeOlder(data: string, learnerId: string): Promise<void> {
    for (const folder of ['keys', 'databases']) await rm(join(data, folder), { recursive: true });
    await writeFile(join(data, 'run/credential'), credential, { mode: 0o600 });
    const [head] = await sql(data, 'auth', 'SELECT position, hash FROM audit_head');
    const key = createHmac('sha256', credential).update('academy-audit-seal-1').digest();
    const covered = [String(head?.['position']), String(head?.['hash'])].map((text) => `${text.length}:${text}`);
    const seal = createHmac('sha256', key).update(covered.join('')).digest('hex');
    await sql(
      data,
      'auth',
      `UPDATE audit_head SET seal = '${seal}'; DROP TABLE bank_details; DROP TABLE data_keys;
       DROP TABLE known_keys; DROP TABLE totp_setups; DROP TABLE totp_factors; DROP TABLE recovery_codes;
       DROP TABLE passkeys; DROP TABLE heartbeats; DROP TABLE counted_time; DROP TABLE database_identity;
       DROP TABLE idempotent_calls; DROP TABLE binned_learners; DROP TABLE audit_waiting; DROP TABLE learners_stamps;
       DROP TABLE online_learners; DROP TABLE online_report; DROP TABLE schema_floor; DROP TABLE site_documents;
       DROP INDEX learners_by_activation; DROP INDEX learners_for_search;
       CREATE TABLE learners_stamp (id INTEGER PRIMARY KEY, stamp TEXT NOT NULL); ALTER TABLE learners DROP COLUMN revision;
       ALTER TABLE managers DROP COLUMN role; ALTER TABLE mails DROP COLUMN counted_since; ALTER TABLE change_feed DROP COLUMN event_id;
       DELETE FROM schema_migrations WHERE version >= 18;
       UPDATE schema_migrations SET applied_at = applied_at - 86400000;
       CREATE TABLE learner_banks (learner_id TEXT PRIMARY KEY REFERENCES learners (id) ON DELETE CASCADE,
         account_holder TEXT NOT NULL, bank_name TEXT NOT NULL, iban TEXT NOT NULL, updated_at BIGINT NOT NULL);
       INSERT INTO learner_banks VALUES ('${learnerId}', '${BANK.accountHolder}', '${BANK.bankName}', '${IBAN}', 1)`,
    );
  }

  test('is upgraded: addresses, challenges, the audit seal and bank details stay good', async () => {
    const media = await MediaFolder.create();
    const data = await mkdtemp(join(tmpdir(), 'academy-'));
    let cluster: Cluster | undefined;
    try {
      // Signs with the keys that the program before derived from this credential.
      await mkdir(join(data, 'run'), { mode: 0o700 });
      await writeFile(join(data, 'run/credential'), credential, { mode: 0o600 });
      cluster = await Cluster.start({ data, flags: ['--bot-check', 'off'] });
      await expect(stat(join(data, 'run/credential'))).rejects.toThrow();
      const filled = await fill(cluster, media);
      const solution = await solved(cluster);
      await cluster.stop();
      await makeOlder(data, filled.learner._id);
      expect(await placesOf(data, IBAN)).not.toEqual([]);
      cluster = await Cluster.start({ data, flags: ['--bot-check', 'always'] });
      await expectAllWell(cluster, filled, solution);
      await expect(stat(join(data, 'run/credential'))).rejects.toThrow();
      expect(await placesOf(data, IBAN)).toEqual([]);
    } finally {
      await cluster?.stop();
      await media.remove();
      await rm(data, { recursive: true, force: true });
    }
  });
});
