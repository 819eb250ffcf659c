// Where the academies of a test run have their databases: in SQLite, or in the PostgreSQL server that the project
// `integration-postgresql` starts for the run, with databases of each data folder's own.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { inject } from 'vitest';

import { PostgresqlServer, SERVICES, type Service } from './servers/postgresql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the run's PostgreSQL server; none in a run with SQLite. */
    postgresql?: string;
  }
}

export type Engine = 'sqlite' | 'postgresql';

export const engine = (): Engine => (inject('postgresql') === undefined ? 'sqlite' : 'postgresql');

/** Why a test can run with SQLite only. */
const SQLITE_ONLY = {
  'opens files': 'it reads, moves, limits or damages the files of a database, which PostgreSQL keeps to itself',
  'copies files': 'it backs up files of SQLite; backup-postgresql.test.ts backs up PostgreSQL',
  'own servers': 'it starts its own PostgreSQL servers, and is the same in both runs',
} as const;

/** For `test.runIf` and `describe.runIf`: whether the databases are SQLite's, which the test needs for that reason. */
export function onSqlite(reason: keyof typeof SQLITE_ONLY): boolean {
  return reason in SQLITE_ONLY && engine() === 'sqlite';
}

/** The run's server. */
function server(): PostgresqlServer {
  const folder = inject('postgresql');
  if (folder === undefined) throw new Error('this run has no PostgreSQL server');
  return PostgresqlServer.at(folder);
}

/** Names the databases of a data folder. */
const nameOf = (data: string) => `a${createHash('sha256').update(data).digest('hex').slice(0, 12)}`;

/** The folder with the addresses of a data folder's databases, as `--db-files` takes it. */
const addressesOf = (data: string) => join(server().addresses, nameOf(data));

const databaseOf = (data: string, service: Service) => `${nameOf(data)}_${service}`;

/** What `./academy run` needs to find the databases of a data folder, which are made for its first start. */
export async function databaseFlags(data: string): Promise<string[]> {
  if (engine() === 'sqlite') return [];
  const folder = addressesOf(data);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.new`;
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'data'), data);
    await server().createDatabases(SERVICES.map((service) => databaseOf(data, service)));
    for (const service of SERVICES) {
      const address = server().address(databaseOf(data, service));
      await writeFile(join(unfinished, service), `${address}\n`, { mode: 0o600 });
    }
    await rename(unfinished, folder);
  }
  return ['--db-files', folder];
}

/** What a command needs that opens a service's database itself. */
export const databaseFlag = (data: string, service: Service): string[] =>
  engine() === 'sqlite' ? [] : ['--db-file', join(addressesOf(data), service)];

/** Drops the databases of data folders that are gone. */
export async function dropUnused(): Promise<void> {
  if (engine() === 'sqlite') return;
  for (const name of await readdir(server().addresses)) {
    const folder = join(server().addresses, name);
    const data = await readFile(join(folder, 'data'), 'utf8').catch(() => undefined);
    if (name.includes('.') || data === undefined || existsSync(data)) continue;
    try {
      // Another worker may do the same.
      await rename(folder, `${folder}.unused`);
    } catch {
      continue;
    }
    await server().dropDatabases(SERVICES.map((service) => databaseOf(data, service)));
    await rm(`${folder}.unused`, { recursive: true });
  }
}

/** Moves a service's database from one data folder to another, which has none; both academies are stopped. */
export async function moveDatabase(service: Service, from: string, to: string): Promise<void> {
  if (engine() === 'postgresql') return server().rename(databaseOf(from, service), databaseOf(to, service));
  await mkdir(to, { recursive: true });
  await rename(join(from, service), join(to, service));
}

/** As `moveDatabase`, and it stays where it was too. */
export async function copyDatabase(service: Service, from: string, to: string): Promise<void> {
  if (engine() === 'postgresql') return server().copy(databaseOf(from, service), databaseOf(to, service));
  await mkdir(to, { recursive: true });
  await cp(join(from, service), join(to, service), { recursive: true });
}

/** What is in the place of a lost database: nothing, or in PostgreSQL one without tables. */
export async function makeEmpty(service: Service, data: string): Promise<void> {
  if (engine() === 'postgresql') await server().createDatabases([databaseOf(data, service)]);
}

export async function dropDatabase(service: Service, data: string): Promise<void> {
  if (engine() === 'postgresql') return server().dropDatabases([databaseOf(data, service)]);
  await rm(join(data, service), { recursive: true });
}

/** The rows of a query on a service's database in the run's server. */
export const rowsOf = (data: string, service: Service, query: string) =>
  server().rows(databaseOf(data, service), query, 'services');

/** Runs statements there. */
export const executeOn = (data: string, service: Service, statements: string) =>
  server().ask(databaseOf(data, service), statements, 'services');

/** All rows of that database, as text. */
export const dumpOf = (data: string, service: Service) => server().dump(databaseOf(data, service));
