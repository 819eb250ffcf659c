// A PostgreSQL server of a test's own, in which databases of academies are.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TOOLS = '/usr/lib/postgresql';
/** Of the role of the services. */
export const DATABASE_PASSWORD = 'Pass:word 1@%/';
export const SERVICES = ['enrollment', 'presence', 'catalog', 'auth'] as const;
export type Service = (typeof SERVICES)[number];

const version = () => (existsSync(TOOLS) ? readdirSync(TOOLS).sort().at(-1) : undefined);

/** Whether PostgreSQL is installed. Where all tests must run, its absence is a failure. */
export function hasPostgresql(): boolean {
  const has = existsSync(join(TOOLS, version() ?? '', 'bin', 'postgres'));
  if (!has && process.env['CI'] !== undefined)
    throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  if (!has) console.warn('PostgreSQL is not installed: its backups are not tested');
  return has;
}

export class PostgresqlServer {
  private constructor(
    readonly folder: string,
    private readonly cluster: string,
  ) {}

  /** One that another process has created. */
  static at(folder: string): PostgresqlServer {
    return new PostgresqlServer(folder, join(folder, 'data'));
  }

  private static async home(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'pg-'));
    // PostgreSQL does not run as root, and its user must reach its socket.
    if (process.getuid?.() === 0) await run('chown', ['postgres:', folder]);
    await chmod(folder, 0o755);
    return folder;
  }

  /** A fresh cluster, in which the role `services` owns the databases and may copy the cluster. */
  static async create(): Promise<PostgresqlServer> {
    const folder = await PostgresqlServer.home();
    const server = PostgresqlServer.at(folder);
    await server.tool('initdb', '-D', server.cluster, '-A', 'trust', '-U', 'owner', '-E', 'UTF8', '--locale=C');
    await writeFile(
      join(server.cluster, 'pg_hba.conf'),
      'local all owner trust\nlocal all services scram-sha-256\nlocal replication services scram-sha-256\n',
    );
    await appendFile(join(server.cluster, 'postgresql.conf'), "\nlisten_addresses = ''\nfsync = off\n");
    await server.start();
    await server.ask('postgres', `CREATE ROLE services LOGIN REPLICATION PASSWORD '${DATABASE_PASSWORD}'`);
    await server.createDatabases(SERVICES);
    await mkdir(server.addresses);
    return server;
  }

  /** A server on a cluster that was restored, which it takes. */
  static async over(restored: string): Promise<PostgresqlServer> {
    const folder = await PostgresqlServer.home();
    const server = PostgresqlServer.at(folder);
    await rename(restored, server.cluster);
    await server.start();
    return server;
  }

  private async tool(name: string, ...words: string[]): Promise<string> {
    const whole = [join(TOOLS, version() ?? '', 'bin', name), ...words];
    if (process.getuid?.() === 0) whole.unshift('runuser', '-u', 'postgres', '--');
    const { stdout } = await run(whole[0] ?? '', whole.slice(1), { cwd: '/' });
    return stdout;
  }

  private async start(): Promise<void> {
    const options = `-c unix_socket_directories=${this.folder} -c max_connections=400`;
    await this.tool('pg_ctl', '-D', this.cluster, '-l', join(this.folder, 'log'), '-o', options, '-w', 'start');
  }

  /** Where the addresses of databases are kept. */
  get addresses(): string {
    return join(this.folder, 'addresses');
  }

  async createDatabases(names: readonly string[]): Promise<void> {
    for (const name of names) await this.ask('postgres', `CREATE DATABASE ${name} OWNER services`);
  }

  async rename(name: string, to: string): Promise<void> {
    await this.ask('postgres', `ALTER DATABASE ${name} RENAME TO ${to}`);
  }

  /** Copies a database that nobody uses. */
  async copy(name: string, to: string): Promise<void> {
    await this.ask('postgres', `CREATE DATABASE ${to} TEMPLATE ${name} OWNER services`);
  }

  /** Drops databases, unless they are gone, and ends who uses them. */
  async dropDatabases(names: readonly string[]): Promise<void> {
    for (const name of names) await this.ask('postgres', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  /** A database, with the password that its role needs. */
  address(database: string): string {
    return `postgresql://services:${encodeURIComponent(DATABASE_PASSWORD)}@/${database}?host=${this.folder}`;
  }

  /** Runs statements, as the cluster's owner or as the role of the services. */
  async ask(database: string, sql: string, role: 'owner' | 'services' = 'owner'): Promise<string> {
    const words = ['-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1', '-h', this.folder, '-U', role, '-d', database];
    const { stdout } = await run(join(TOOLS, version() ?? '', 'bin', 'psql'), [...words, '-c', sql], {
      env: { ...process.env, PGPASSWORD: DATABASE_PASSWORD },
    });
    return stdout;
  }

  /** A database with all its rows, as text. */
  async dump(database: string): Promise<string> {
    const words = ['-h', this.folder, '-U', 'owner', database];
    return (await run(join(TOOLS, version() ?? '', 'bin', 'pg_dump'), words, { maxBuffer: 1 << 28 })).stdout;
  }

  /** The rows of a query. */
  async rows(
    database: string,
    query: string,
    role: 'owner' | 'services' = 'owner',
  ): Promise<Record<string, string | number>[]> {
    const text = await this.ask(database, `SELECT coalesce(json_agg(found), '[]') FROM (${query}) AS found`, role);
    return JSON.parse(text) as Record<string, string | number>[];
  }

  async remove(): Promise<void> {
    await this.tool('pg_ctl', '-D', this.cluster, '-m', 'immediate', 'stop').catch(() => '');
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The servers of the services that have their databases in PostgreSQL; the others have SQLite. */
export type Servers = Partial<Record<Service, PostgresqlServer>>;

export const allIn = (server: PostgresqlServer): Servers =>
  Object.fromEntries(SERVICES.map((service) => [service, server]));

/** Writes what `--db-files` takes into a folder: the addresses of the databases that are named like their services. */
export async function writeAddresses(folder: string, servers: Servers): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [service, server] of Object.entries(servers)) {
    await writeFile(join(folder, service), `${server.address(service)}\n`, { mode: 0o600 });
  }
}
