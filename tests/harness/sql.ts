// Runs SQL on an academy's databases, for what no call can do, such as making a session old. With SQLite, write only
// while the academy is stopped.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { dumpOf, engine, executeOn, rowsOf } from './engine.ts';
import type { Service } from './servers/postgresql.ts';

const run = promisify(execFile);

/** Makes the sessions of these people look older than a quarter of an hour, so that they are no longer recent. */
export async function ageSessions(data: string, personIds: readonly string[]): Promise<void> {
  const people = personIds.map((id) => `'${id}'`).join(', ');
  await sql(data, 'auth', `UPDATE sessions SET recent_until = created_at WHERE user_id IN (${people})`);
}

/** Runs a query, or statements that no rows are wanted of, on a service's database; the rows as objects. */
export async function sql(data: string, service: Service, text: string): Promise<Record<string, string | number>[]> {
  if (engine() === 'postgresql') {
    if (/^\s*SELECT\b/.test(text)) return rowsOf(data, service, text);
    await executeOn(data, service, text);
    return [];
  }
  const { stdout } = await run('sqlite3', ['-bail', '-json', join(data, service, `${service}.db`), text]);
  return (stdout.trim() === '' ? [] : JSON.parse(stdout)) as Record<string, string | number>[];
}

/** All that a service's database stores: SQLite's files, also of what was deleted in them, or PostgreSQL's dump. */
export async function storedBy(data: string, service: Service): Promise<string> {
  if (engine() === 'postgresql') return dumpOf(data, service);
  // A stopped academy has no log beside the file.
  const log = await readFile(join(data, service, `${service}.db-wal`), 'utf8').catch(() => '');
  return (await readFile(join(data, service, `${service}.db`), 'utf8')) + log;
}

/** Makes a table refuse new rows, also of a running academy, until `accept`. */
export async function refuseInserts(data: string, service: Service, table: string): Promise<void> {
  const trigger = `CREATE TRIGGER refuse_${table} BEFORE INSERT ON ${table}`;
  await sql(
    data,
    service,
    engine() === 'sqlite'
      ? `${trigger} BEGIN SELECT RAISE(ABORT, 'not now'); END`
      : `CREATE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
         ${trigger} EXECUTE FUNCTION refuse_${table}()`,
  );
}

export async function acceptInserts(data: string, service: Service, table: string): Promise<void> {
  await sql(
    data,
    service,
    engine() === 'sqlite'
      ? `DROP TRIGGER refuse_${table}`
      : `DROP TRIGGER refuse_${table} ON ${table}; DROP FUNCTION refuse_${table}`,
  );
}
