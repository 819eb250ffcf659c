// `./academy doctor`: what it finds of databases.
import { chmod, cp, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { ScratchFolder } from '../../harness/backups.ts';
import { Cluster } from '../../harness/cluster.ts';
import { doctor, doctorAtRest, expectWrong, newDataFolder, of } from '../../harness/doctor.ts';
import { onSqlite } from '../../harness/engine.ts';
import { ask } from '../../harness/servers/units.ts';
import { sql } from '../../harness/sql.ts';

// Every check is made each time.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let scratch: ScratchFolder;
/** The data folder of an academy that is stopped. */
let stopped: string;

beforeAll(async () => {
  scratch = await ScratchFolder.create();
  const cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  stopped = cluster.data;
  await cluster.stop({ keepData: true });
});

afterAll(async () => {
  await rm(stopped, { recursive: true, force: true });
  await scratch?.remove();
});

describe('a database', () => {
  const copy = async () => {
    const data = scratch.at(`copy-${Math.random().toString(36).slice(2)}`);
    await cp(stopped, data, { recursive: true });
    await chmod(data, 0o700);
    return data;
  };

  test.runIf(onSqlite('opens files'))('with a damaged page', async () => {
    const data = await copy();
    const path = join(data, 'auth/auth.db');
    await ask('sqlite3', [path, 'PRAGMA wal_checkpoint(TRUNCATE)']);
    const { size } = await stat(path);
    const file = await open(path, 'r+');
    // All but the first, which has the schema.
    for (let at = 4096; at < size; at += 4096) await file.write(Buffer.alloc(64, 0xa5), 0, 64, at);
    await file.close();
    const said = await doctorAtRest(data);
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
      await doctorAtRest(data),
      'database-catalog',
      new RegExp(`damaged: a row of ${table} refers to one that is not there`),
    );
  });

  test.runIf(onSqlite('opens files'))('that is gone, or another one', async () => {
    const data = await copy();
    await rm(join(data, 'catalog'), { recursive: true });
    const said = await doctorAtRest(data);
    expectWrong(said, 'database-catalog', /There is no database .*Fix: put the right file back/);
    await mkdir(join(data, 'catalog'));
    await cp(join(data, 'presence/presence.db'), join(data, 'catalog/catalog.db'));
    expectWrong(await doctorAtRest(data), 'database-catalog', /Fix: put the right file back/);
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
    const said = await doctorAtRest(data);
    expect(of(said, 'database-presence')).toMatch(
      /^advice {2}database-presence: the database has schema \d+, this program \d+\. Fix: .*migrate/,
    );
    expectWrong(said, 'database-enrollment', /schema 9999, this program \d+/);
  });

  test('none yet', async () => {
    const data = await newDataFolder(scratch.at('fresh'));
    const said = await doctorAtRest(data);
    expect(of(said, 'database-auth')).toBe('ok      database-auth: none yet; the first start makes it');
    expect(said.code).toBe(0);
  });

  test('of a PostgreSQL that does not answer', async () => {
    const files = scratch.at('databases');
    await mkdir(files, { mode: 0o700 });
    await writeFile(join(files, 'auth'), 'postgresql://us:s3cret@127.0.0.1:1/auth\n', { mode: 0o600 });
    const data = await newDataFolder(scratch.at('on-server'));
    const said = await doctor(['--data', data, '--db-files', files]);
    expectWrong(said, 'database-auth', /cannot be read: .*Fix: is the PostgreSQL of /);
    expect(said.text).not.toContain('s3cret');
  });
});
