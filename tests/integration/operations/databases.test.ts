// `./academy run --db-files`: databases in PostgreSQL, for all services or for some.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { Api, firstManager, newLearner } from '../../harness/api.ts';
import { Cluster, PROCESSES } from '../../harness/cluster.ts';
import { onSqlite } from '../../harness/engine.ts';
import { allIn, hasPostgresql, PostgresqlServer, writeAddresses } from '../../harness/servers/postgresql.ts';

const FLAGS = ['--bot-check', 'off'];

let folder: string;
let databases: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-'));
  databases = join(folder, 'databases-of');
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe.runIf(onSqlite('own servers') && hasPostgresql())('with PostgreSQL', () => {
  let server: PostgresqlServer;
  let cluster: Cluster | undefined;

  beforeEach(async () => {
    server = await PostgresqlServer.create();
  });

  afterEach(async () => {
    await cluster?.stop();
    await server?.remove();
  });

  async function start(): Promise<Cluster> {
    cluster = await Cluster.start({ data: join(folder, 'data'), databases, flags: FLAGS });
    return cluster;
  }

  test('a service with a file has its database there, the others have SQLite, and no list of processes has a password', async () => {
    const { auth } = allIn(server);
    await writeAddresses(databases, auth === undefined ? {} : { auth });
    const first = await start();
    const manager = (await firstManager(first.url)).api;
    const learner = await newLearner(manager);
    expect(await server.rows('auth', 'SELECT email FROM learners')).toEqual([{ email: learner.email }]);
    expect(await readdir(join(first.data, 'auth'))).not.toContain('auth.db');
    expect(await readdir(join(first.data, 'enrollment'))).toContain('enrollment.db');
    for (const name of PROCESSES) {
      const command = await readFile(`/proc/${await first.pidOf(name)}/cmdline`, 'utf8');
      expect(command).not.toContain('postgresql:');
      expect(command.includes(`--db_file=${databases}/auth`)).toBe(name === 'auth');
    }
    await first.stop();
    const again = new Api((await start()).url, manager.token);
    expect((await again.put<{ result: object[] }>('/api/cm/user/fetch-users')).body.result).toHaveLength(1);
  });
});

test.each([
  { folder: 'that does not exist', files: undefined, message: /has no file of a service/ },
  { folder: 'without a file of a service', files: [], message: /has no file of a service/ },
  { folder: 'with an empty file', files: ['catalog'], message: /catalog is empty or cannot be read/ },
])('a folder $folder is refused, and nothing is started', async ({ files, message }) => {
  if (files !== undefined) await mkdir(databases);
  for (const file of files ?? []) await writeFile(join(databases, file), '');
  await expect(Cluster.start({ data: join(folder, 'data'), databases, flags: FLAGS })).rejects.toThrow(message);
  expect(await readdir(folder)).not.toContain('data');
});
