// `./academy backup` and `./academy restore`, with real processes.
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { afterAll, beforeAll, expect, test as anyTest, vi } from 'vitest';

import {
  Api,
  firstManager,
  newCourse,
  newLearner,
  signIn,
  signInManager,
  type Course,
  type Learner,
  type MyCourse,
} from '../../harness/api.ts';
import { academy, backUp, Command, filesBelow, must, ScratchFolder } from '../../harness/backups.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { onSqlite } from '../../harness/engine.ts';
import { failure } from '../../harness/expected.ts';
import { MediaFolder, readyAsset, setVideos, watchedCourse } from '../../harness/media.ts';
import { addresses } from '../../harness/playlists.ts';
import { startS3 } from '../../harness/s3-server.mjs';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

// Academies are started many times.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const test = anyTest.runIf(onSqlite('copies files'));

const FLAGS = ['--bot-check', 'off'];

let scratch: ScratchFolder;
let media: MediaFolder;
let cluster: Cluster;
let manager: Api;
let email: string;
let course: Course;
let learner: Learner;
let session: Api;

beforeAll(async () => {
  scratch = await ScratchFolder.create();
  media = await MediaFolder.create();
  cluster = await Cluster.start({ flags: FLAGS });
  ({ api: manager, email } = await firstManager(cluster.url));
  ({ course, learner, session } = await watchedCourse(cluster.url, manager, await media.mp4('lesson.mp4', 14)));
});

afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
  await scratch?.remove();
});

const fetchMine = async (api: Api) =>
  (await api.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', { courseId: course._id })).result;

async function plays(url: string, mine: MyCourse): Promise<void> {
  const all = await addresses(url, Object.values(mine.playback)[0]?.hls ?? '');
  for (const part of [all.key, all.init, ...all.segments]) expect((await fetch(part)).status).toBe(200);
}

/** Runs a test on an academy that is restored from the newest backup. */
async function restored(to: string, name: string, check: (cluster: Cluster) => Promise<void>): Promise<void> {
  const data = scratch.at(name);
  await must('restore', '--from', to, '--data', data);
  const another = await Cluster.start({ data, flags: FLAGS });
  try {
    await check(another);
  } finally {
    await another.stop();
  }
}

test('a backup under writes has all that was acknowledged before it', async () => {
  const to = scratch.at('writes');
  const before = await fetchMine(session);
  const acknowledged: string[] = [];
  let writing = true;
  const writer = (async () => {
    while (writing) acknowledged.push((await newLearner(manager)).email);
  })();
  await until('some writes', () => acknowledged.length > 5);
  const sure = [...acknowledged];
  await backUp('--to', to, '--data', cluster.data);
  writing = false;
  await writer;
  expect(acknowledged.length).toBeGreaterThan(sure.length);
  await restored(to, 'writes-restored', async ({ url, data }) => {
    const stored = (await sql(data, 'auth', 'SELECT email FROM learners')).map((row) => row['email']);
    for (const each of sure) expect(stored).toContain(each);
    // Those of then are signed out, and sign in again.
    expect(await new Api(url, manager.token).post('/api/cm/auth/check')).toMatchObject({ status: 401 });
    expect(await new Api(url, session.token).post('/api/user-course/fetch-courses')).toMatchObject({ status: 401 });
    await signInManager(url, email);
    const mine = await fetchMine(await signIn(url, learner.email));
    expect(mine.course.title).toBe('Kept');
    expect(mine.progress).toEqual(before.progress);
    expect(mine.progress.parts[0]?.position).toBe(5);
    await plays(url, mine);
    expect((await academy('audit', 'verify', '--data', data)).code).toBe(0);
  });
  // The check's manager and its processes were in the copy only.
  expect(await sql(cluster.data, 'auth', "SELECT email FROM managers WHERE email LIKE 'backup-check%'")).toEqual([]);
  expect(await readdir(join(cluster.data, 'backup'))).not.toContain('c');
});

test('the next backup stores only what is new, and the first one stays whole', async () => {
  const to = scratch.at('twice');
  const first = await backUp('--to', to, '--data', cluster.data);
  const before = await filesBelow(join(to, 'objects'));
  await newLearner(manager, 'Added Later');
  const second = await backUp('--to', to, '--data', cluster.data);
  const added = (await filesBelow(join(to, 'objects'))).filter((file) => !before.includes(file));
  // Databases only.
  expect(added.length).toBeGreaterThanOrEqual(1);
  expect(added.length).toBeLessThanOrEqual(4);
  expect(second.sent).toBeLessThan(first.sent);
  expect(await must('backup', '--list', '--from', to)).toMatch(new RegExp(`^${first.id} .*\n${second.id} `));
  await must('restore', '--from', to, '--data', scratch.at('first'), '--id', first.id);
  const count = async (data: string) =>
    (await sql(data, 'auth', "SELECT COUNT(*) AS n FROM learners WHERE fullname = 'Added Later'"))[0]?.['n'];
  expect(await count(scratch.at('first'))).toBe(0);
  await must('restore', '--from', to, '--data', scratch.at('second'));
  expect(await count(scratch.at('second'))).toBe(1);
});

test('backups beyond --keep are removed with what only they had', async () => {
  const to = scratch.at('kept');
  await backUp('--to', to, '--data', cluster.data);
  const before = await filesBelow(join(to, 'objects'));
  await newLearner(manager);
  const { id } = await backUp('--to', to, '--data', cluster.data, '--keep', '1d');
  expect(await readdir(join(to, 'backups'))).toContain(id);
  expect((await must('backup', '--list', '--from', to)).split('\n').filter(Boolean)).toHaveLength(1);
  expect(before).not.toEqual(expect.arrayContaining(await filesBelow(join(to, 'objects'))));
  expect((await filesBelow(join(to, 'objects'))).length).toBe(before.length);
});

test('a restore into a folder with anything in it is refused', async () => {
  const to = scratch.at('refused');
  await backUp('--to', to, '--data', cluster.data);
  const full = scratch.at('full');
  await mkdir(full);
  await writeFile(join(full, 'precious'), 'text');
  const { code, text } = await academy('restore', '--from', to, '--data', full);
  expect(code).toBe(1);
  expect(text).toContain('is not an empty folder');
  expect(await filesBelow(full)).toEqual(['precious']);
});

test('an altered, cut or missing part is refused and nothing is left', async () => {
  const to = scratch.at('altered');
  await backUp('--to', to, '--data', cluster.data);
  const found = await filesBelow(join(to, 'objects'));
  const sizes = await Promise.all(found.map(async (object) => (await stat(join(to, 'objects', object))).size));
  // An empty one can be neither altered nor cut.
  const objects = found.filter((_, index) => sizes[index] !== 0);
  const [id = ''] = await readdir(join(to, 'backups'));
  const damage = async (name: string, file: string, change: (bytes: Buffer) => Buffer) => {
    const copy = scratch.at(name);
    await cp(to, copy, { recursive: true });
    await writeFile(join(copy, file), change(await readFile(join(copy, file))));
    const data = scratch.at(`${name}-data`);
    const { code, text } = await academy('restore', '--from', copy, '--data', data);
    expect(code, file).toBe(1);
    expect(text).toMatch(/altered|incomplete/);
    await expect(readdir(data)).rejects.toThrow('ENOENT');
  };
  const flip = (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    const at = Math.floor(changed.length / 2);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
  await damage('flipped', join('objects', objects[0] ?? ''), flip);
  await damage('cut', join('objects', objects.at(-1) ?? ''), (bytes) => bytes.subarray(0, -1));
  await damage('manifest', join('backups', id, 'manifest'), (bytes) =>
    Buffer.from(bytes.toString().replace(/"at": (\d)/, '"at": 9')),
  );
  // What is damaged is found by the next backup that has it too, and then is no backup.
  const copy = scratch.at('reused');
  await cp(to, copy, { recursive: true });
  await backUp('--to', copy, '--data', cluster.data);
  // A video's: a database may have changed by then, and the next backup would have another object of it.
  const manifest = JSON.parse(await readFile(join(copy, 'backups', id, 'manifest'), 'utf8')) as {
    files: { path: string; object: string }[];
  };
  const segment = manifest.files.find(({ path }) => path.endsWith('.m4s'));
  const reused = objects.find((object) => basename(object) === segment?.object) ?? '';
  await writeFile(join(copy, 'objects', reused), flip(await readFile(join(copy, 'objects', reused))));
  const { code, text } = await academy('backup', '--to', copy, '--data', cluster.data, '--recheck', '0');
  expect(code, text).toBe(1);
});

test('an encrypted backup is read by the identity only', async () => {
  const to = scratch.at('sealed');
  const identity = scratch.at('identity');
  await must('backup', '--new-identity', identity);
  await backUp('--to', to, '--data', cluster.data, '--recipient', `${identity}.pub`);
  const again = await backUp('--to', to, '--data', cluster.data, '--recipient', `${identity}.pub`);
  for (const file of await filesBelow(to)) {
    const bytes = await readFile(join(to, file));
    for (const word of [email, learner.email, 'SQLite format 3', 'auth.db', 'EXTM3U']) {
      expect(bytes.includes(word), `${word} in ${file}`).toBe(false);
    }
  }
  const refused = await academy('restore', '--from', to, '--data', scratch.at('unread'));
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('the backup is encrypted') });
  const other = scratch.at('other');
  await must('backup', '--new-identity', other);
  expect((await academy('restore', '--from', to, '--data', scratch.at('unread'), '--identity', other)).code).toBe(1);
  await expect(readdir(scratch.at('unread'))).rejects.toThrow('ENOENT');
  // For another recipient everything is stored again.
  const last = await backUp('--to', to, '--data', cluster.data, '--recipient', `${other}.pub`);
  expect(await must('restore', '--from', to, '--data', scratch.at('others'), '--identity', other)).toContain(last.id);
  const text = await must(
    ...['restore', '--from', to, '--data', scratch.at('read'), '--id', again.id, '--identity', identity],
  );
  expect(text).toContain(again.id);
  const rows = await sql(scratch.at('read'), 'auth', `SELECT id FROM learners WHERE email = '${learner.email}'`);
  expect(rows).toHaveLength(1);
});

async function purge({ _id }: Course): Promise<void> {
  await manager.must('DELETE', '/api/cm/course/delete-course', { courseId: _id });
  await manager.must('PUT', '/api/cm/bin/purge', { _id });
}

test('videos that are deleted while they are copied are in the backup', async () => {
  const store = await startS3();
  try {
    const secrets = scratch.at('secrets');
    await writeFile(secrets, `aws_access_key_id=${store.accessKey}\naws_secret_access_key=${store.secretKey}\n`, {
      mode: 0o600,
    });
    const place = `s3://${store.bucket}/deleted?region=${store.region}&endpoint=${store.url}`;
    const identity = scratch.at('identity-of-deleted');
    await must('backup', '--new-identity', identity);
    const asset = await readyAsset(manager, await media.mp4('deleted.mp4', 20));
    const gone = await setVideos(manager, await newCourse(manager, 'Deleted', ['one']), [asset._id]);
    // Databases are stored first: then all are copied, and no video is.
    const first = store.hold((method, path) => method === 'PUT' && path.includes('/deleted/objects/'));
    const to = ['--to', place, '--s3-credentials', secrets, '--recipient', `${identity}.pub`];
    const taking = Command.start(['backup', ...to, '--data', cluster.data]);
    await Promise.race([first.arrived, taking.ended.then(({ text }) => Promise.reject(new Error(text)))]);
    await purge(gone);
    // Each waits for the catalog's writer, as does the removal of the video, which would have begun before them.
    let last = gone;
    for (let i = 0; i < 5; ++i) last = await newCourse(manager, 'Meanwhile', ['one']);
    first.release();
    expect(await taking.ended).toMatchObject({ code: 0 });
    const data = scratch.at('deleted-data');
    await must('restore', '--from', place, '--s3-credentials', secrets, '--data', data, '--identity', identity);
    expect(await sql(data, 'catalog', "SELECT title FROM courses WHERE title = 'Deleted'")).toHaveLength(1);
    const segments = (files: string[]) => files.filter((file) => file.includes(asset._id) && file.endsWith('.m4s'));
    expect(segments(await filesBelow(data)).length).toBeGreaterThanOrEqual(3);
    // Nothing but the hold was in the way: with the next removal it goes too.
    await purge(last);
    const left = async () => segments(await filesBelow(cluster.data));
    await until('the removal of the video', async () => (await left()).length === 0);
  } finally {
    await store.stop();
  }
});

test('a backup that is killed leaves nothing that counts', async () => {
  const to = scratch.at('killed');
  const { id } = await backUp('--to', to, '--data', cluster.data);
  const taking = Command.start(['backup', '--to', to, '--data', cluster.data]);
  const copy = join(cluster.data, 'backup', 'c', 'run');
  const pid = await until('the check of the copy', async () => Number(await readFile(join(copy, 'auth.pid'), 'utf8')));
  await taking.killProgram();
  expect((await taking.ended).code).not.toBe(0);
  await until('the end of the copy', () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
  expect((await must('backup', '--list', '--from', to)).split('\n').filter(Boolean)).toHaveLength(1);
  expect(await must('restore', '--from', to, '--data', scratch.at('killed-data'))).toContain(id);
  await backUp('--to', to, '--data', cluster.data);
  expect((await readdir(join(cluster.data, 'run'))).filter((name) => name.startsWith('backup-'))).toEqual([]);
});

test('a stopped academy is backed up just the same', async () => {
  const to = scratch.at('stopped');
  const data = scratch.at('stopped-data');
  await must('restore', '--from', scratch.at('killed'), '--data', data);
  const first = await Cluster.start({ data, flags: FLAGS });
  const api = await signInManager(first.url, email);
  const added = await newLearner(api);
  await first.stop({ keepData: true });
  await backUp('--to', to, '--data', data, '--site', join(ROOT, 'site'));
  await restored(to, 'stopped-restored', async ({ url, data: folder }) => {
    expect(await filesBelow(join(folder, 'site'))).toContain('site.json');
    await signIn(url, added.email);
    await plays(url, await fetchMine(await signIn(url, learner.email)));
  });
});

test('what the commands cannot do, they say', async () => {
  const fails = async (text: string, ...words: string[]) => {
    const ended = await academy(...words);
    expect(ended.code, ended.text).toBe(1);
    expect(ended.text).toContain(text);
  };
  await fails('backup needs a place', 'backup', '--data', cluster.data);
  await fails('There is no folder', 'backup', '--to', scratch.at('x'), '--data', '/nothing');
  await fails('is lost with it', 'backup', '--to', join(cluster.data, 'backups'), '--data', cluster.data);
  await fails('are encrypted', 'backup', '--to', 's3://bucket/prefix', '--data', cluster.data);
  await fails('--keep', 'backup', '--to', scratch.at('x'), '--data', cluster.data, '--keep', 'long');
  await fails('there are no backups', 'restore', '--from', scratch.at('nothing'), '--data', scratch.at('x'));
  await mkdir(join(scratch.at('half'), 'restoring'), { recursive: true });
  await fails('a restore was interrupted', 'run', '--no-build', '--data', scratch.at('half'));
  await fails(
    'there is no backup 2',
    'restore',
    '--from',
    scratch.at('killed'),
    '--data',
    scratch.at('x'),
    '--id',
    '2',
  );
  expect(await new Api(cluster.url, manager.token).post('/api/cm/nothing')).toMatchObject(failure(404, 'not_found'));
});
