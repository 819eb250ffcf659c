// `./academy backup` and `./academy restore` of an academy whose databases are in PostgreSQL.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  Api,
  firstManager,
  newLearner,
  signIn,
  signInManager,
  type Course,
  type Learner,
  type MyCourse,
} from '../../harness/api.ts';
import { academy, backUp, Command, filesBelow, must, ScratchFolder } from '../../harness/backups.ts';
import { Cluster, isAlive } from '../../harness/cluster.ts';
import { onSqlite } from '../../harness/engine.ts';
import { MediaFolder, watchedCourse } from '../../harness/media.ts';
import { addresses } from '../../harness/playlists.ts';
import {
  allIn,
  DATABASE_PASSWORD,
  hasPostgresql,
  PostgresqlServer,
  type Servers,
  writeAddresses,
} from '../../harness/servers/postgresql.ts';
import { until } from '../../harness/until.ts';

// Academies are started many times.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

/** Starts an academy on a data folder, which may be new. */
async function startOn(data: string, servers: Servers): Promise<Cluster> {
  await writeAddresses(`${data}-databases`, servers);
  return Cluster.start({ data, databases: `${data}-databases`, flags: ['--bot-check', 'off'] });
}

describe.runIf(onSqlite('own servers') && hasPostgresql())('with PostgreSQL', () => {
  let scratch: ScratchFolder;
  /** Where most tests make their backups: the first one costs most. */
  let to: string;
  let media: MediaFolder;
  let server: PostgresqlServer;
  let running: Cluster;
  let manager: Api;
  let email: string;
  let course: Course;
  let learner: Learner;

  beforeAll(async () => {
    scratch = await ScratchFolder.create();
    to = scratch.at('backups');
    media = await MediaFolder.create();
    server = await PostgresqlServer.create();
    running = await startOn(scratch.at('a'), allIn(server));
    ({ api: manager, email } = await firstManager(running.url));
    ({ course, learner } = await watchedCourse(running.url, manager, await media.mp4('lesson.mp4', 8)));
  });

  afterAll(async () => {
    await running?.stop();
    await server?.remove();
    await media?.remove();
    await scratch?.remove();
  });

  /** Runs a check on an academy that is restored from the newest backup. */
  async function restored(
    words: readonly string[],
    name: string,
    check: (academy: Cluster, server: PostgresqlServer) => Promise<void>,
  ): Promise<string> {
    const data = scratch.at(name);
    const said = await must('restore', ...words, '--data', data);
    const another = await PostgresqlServer.over(join(data, 'postgresql'));
    const started = await startOn(data, allIn(another));
    try {
      await check(started, another);
    } finally {
      await started.stop();
      await another.remove();
    }
    return said;
  }

  async function findsEverything(url: string): Promise<void> {
    await signInManager(url, email);
    const session = await signIn(url, learner.email);
    const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
      courseId: course._id,
    });
    expect(result.course.title).toBe('Kept');
    expect(result.progress.parts[0]?.position).toBe(5);
    const all = await addresses(url, Object.values(result.playback)[0]?.hls ?? '');
    for (const part of [all.key, all.init, ...all.segments]) expect((await fetch(part)).status).toBe(200);
  }

  test('a backup under writes has all that was acknowledged before it', async () => {
    // A mail that waits.
    await manager.without().must('POST', '/api/auth/forgot-password', { email: learner.email });
    const acknowledged: string[] = [];
    let writing = true;
    const writer = (async () => {
      while (writing) acknowledged.push((await newLearner(manager)).email);
    })();
    await until('some writes', () => acknowledged.length > 5);
    const sure = [...acknowledged];
    const said = await must('backup', '--to', to, '--data', running.data);
    writing = false;
    await writer;
    expect(said).toMatch(
      /^pg_basebackup copies the PostgreSQL \d+ cluster at \S+, which has the database of enrollment$/m,
    );
    expect(said).toContain(', verified, in ');
    expect(acknowledged.length).toBeGreaterThan(sure.length);
    const waiting = await server.rows('auth', "SELECT id FROM mails WHERE state = 'waiting'");
    const next = await restored(['--from', to], 'writes-restored', async ({ url }, copy) => {
      const stored = (await copy.rows('auth', 'SELECT email FROM learners')).map((row) => row['email']);
      for (const each of sure) expect(stored).toContain(each);
      // Those of then are signed out.
      expect(await new Api(url, manager.token).post('/api/cm/auth/check')).toMatchObject({ status: 401 });
      expect(await copy.rows('auth', "SELECT id FROM mails WHERE state = 'waiting'")).toEqual([]);
      await findsEverything(url);
      expect(await copy.rows('auth', "SELECT email FROM managers WHERE email LIKE 'backup-check%'")).toEqual([]);
    });
    expect(waiting.length).toBeGreaterThan(0);
    expect(next).toContain('/bin/pg_ctl -D ');
    expect(next).toMatch(/out\/bin\/auth --data=\S+ '--db=postgresql:\/\/services@\/auth\?host=/);
  });

  test('the next backup stores only what has changed, and no password is left', async () => {
    const twice = scratch.at('twice');
    const first = await backUp('--to', twice, '--data', running.data);
    await newLearner(manager);
    const second = await backUp('--to', twice, '--data', running.data);
    expect(second.sent).toBeLessThan(first.sent);
    for (const folder of [join(running.data, 'backup'), twice]) {
      for (const file of await filesBelow(folder)) {
        expect((await readFile(join(folder, file))).includes(DATABASE_PASSWORD), file).toBe(false);
      }
    }
    expect((await readdir(join(running.data, 'run'))).filter((name) => name.startsWith('backup-'))).toEqual([]);
    expect(await readdir(join(running.data, 'backup'))).not.toContain('p');
  });

  test('an encrypted backup is read by the identity only', async () => {
    const sealed = scratch.at('sealed');
    const identity = scratch.at('identity');
    await must('backup', '--new-identity', identity);
    await backUp('--to', sealed, '--data', running.data, '--recipient', `${identity}.pub`);
    for (const file of await filesBelow(sealed)) {
      const bytes = await readFile(join(sealed, file));
      for (const word of [email, learner.email, 'PG_VERSION']) expect(bytes.includes(word), file).toBe(false);
    }
    await restored(['--from', sealed, '--identity', identity], 'read', ({ url }) => findsEverything(url));
  });

  test('a role that may not copy is told how it may, and nothing is lost', async () => {
    const { id } = await backUp('--to', to, '--data', running.data);
    const before = await must('backup', '--list', '--from', to);
    await server.ask('postgres', 'ALTER ROLE services NOREPLICATION');
    const refused = await academy('backup', '--to', to, '--data', running.data);
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('ALTER ROLE "services" REPLICATION') });
    expect(refused.text).toContain('There is no new backup');
    expect(await must('backup', '--list', '--from', to)).toBe(before);
    // Files may be removed again, and everything goes on.
    await newLearner(manager);
    await restored(['--from', to, '--id', id], 'denied-restored', ({ url }) => findsEverything(url));
    await server.ask('postgres', 'ALTER ROLE services REPLICATION');
    await backUp('--to', to, '--data', running.data);
  });

  test('a reference to what is not there fails the backup and is named', async () => {
    await server.ask('auth', 'CREATE TABLE shelves (id int PRIMARY KEY); INSERT INTO shelves VALUES (1)');
    await server.ask('auth', 'CREATE TABLE books (shelf int REFERENCES shelves); INSERT INTO books VALUES (1)');
    try {
      // What a constraint would not allow, and a damaged file may bring about.
      await server.ask('auth', 'SET session_replication_role = replica; DELETE FROM shelves');
      const { code, text } = await academy('backup', '--to', to, '--data', running.data);
      expect(code).toBe(1);
      expect(text).toContain('the database auth is damaged');
      expect(text).toContain('"books" violates foreign key constraint');
    } finally {
      await server.ask('auth', 'DROP TABLE books; DROP TABLE shelves');
    }
    await backUp('--to', to, '--data', running.data);
  });

  test('an altered part of the cluster is refused and nothing is left', async () => {
    const altered = scratch.at('altered');
    await backUp('--to', altered, '--data', running.data);
    const [id = ''] = await readdir(join(altered, 'backups'));
    const manifest = JSON.parse(await readFile(join(altered, 'backups', id, 'manifest'), 'utf8')) as {
      files: { path: string; object: string; size: number }[];
    };
    const part = manifest.files.find(({ path, size }) => path.startsWith('postgresql/base/') && size > 8192);
    const object = join(altered, 'objects', part?.object.slice(0, 2) ?? '', part?.object ?? '');
    const bytes = await readFile(object);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(object, bytes);
    const { code, text } = await academy('restore', '--from', altered, '--data', scratch.at('altered-data'));
    expect(code).toBe(1);
    expect(text).toContain('altered');
    await expect(readdir(scratch.at('altered-data'))).rejects.toThrow('ENOENT');
  });

  test('databases may be in several clusters and in SQLite, if the copies of all fit together', async () => {
    const one = await PostgresqlServer.create();
    const two = await PostgresqlServer.create();
    const servers = [one, two];
    const academies: Cluster[] = [];
    const start = async (name: string, where: Servers) => {
      const started = await startOn(scratch.at(name), where);
      academies.push(started);
      return started;
    };
    try {
      const mixed = await start('m', { presence: one, catalog: two, auth: two });
      const first = await firstManager(mixed.url);
      const place = scratch.at('mixed');
      await backUp('--to', place, '--data', mixed.data);
      await mixed.stop();
      const data = scratch.at('mixed-data');
      await must('restore', '--from', place, '--data', data);
      expect(await readdir(join(data, 'enrollment'))).toContain('enrollment.db');
      expect((await readdir(join(data, 'postgresql'))).sort()).toEqual(['catalog', 'presence']);
      const presence = await PostgresqlServer.over(join(data, 'postgresql', 'presence'));
      servers.push(presence);
      const others = await PostgresqlServer.over(join(data, 'postgresql', 'catalog'));
      servers.push(others);
      const again = await start('mixed-data', { presence, catalog: others, auth: others });
      await signInManager(again.url, first.email);
      await again.stop();
      // Presence would be copied after enrollment and catalog, which are copied at one moment.
      const misfit = await start('n', { enrollment: two, catalog: two });
      const refused = await academy('backup', '--to', scratch.at('misfit'), '--data', misfit.data);
      expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('no copies of all fit together') });
    } finally {
      for (const each of academies) await each.stop();
      for (const each of servers) await each.remove();
    }
  });

  test('a backup that is killed leaves no server, and the next one succeeds', async () => {
    const taking = Command.start(['backup', '--to', to, '--data', running.data]);
    const cluster = join(running.data, 'backup', 'c', 'postgresql');
    const pid = await until('the server on the copy', async () => {
      const [line = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
      return Number(line);
    });
    await taking.killProgram();
    expect((await taking.ended).code).not.toBe(0);
    await until('the end of that server', async () => !(await isAlive(pid)));
    await backUp('--to', to, '--data', running.data);
  });
});
