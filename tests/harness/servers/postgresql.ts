// A PostgreSQL server of a test's own, with a database for each service, and an academy that has its databases there.
// `./academy run` is for SQLite, so the processes are started here, as docs/operations.md says.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { PROCESSES, ROOT, type ProcessName } from '../cluster.ts';
import { until } from '../until.ts';

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
    private readonly folder: string,
    private readonly cluster: string,
  ) {}

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
    const server = new PostgresqlServer(folder, join(folder, 'data'));
    await server.tool('initdb', '-D', server.cluster, '-A', 'trust', '-U', 'owner', '-E', 'UTF8', '--locale=C');
    await writeFile(
      join(server.cluster, 'pg_hba.conf'),
      'local all owner trust\nlocal all services scram-sha-256\nlocal replication services scram-sha-256\n',
    );
    await appendFile(join(server.cluster, 'postgresql.conf'), "\nlisten_addresses = ''\nfsync = off\n");
    await server.start();
    await server.ask('postgres', `CREATE ROLE services LOGIN REPLICATION PASSWORD '${DATABASE_PASSWORD}'`);
    for (const service of SERVICES) await server.ask('postgres', `CREATE DATABASE ${service} OWNER services`);
    return server;
  }

  /** A server on a cluster that was restored, which it takes. */
  static async over(restored: string): Promise<PostgresqlServer> {
    const folder = await PostgresqlServer.home();
    const server = new PostgresqlServer(folder, join(folder, 'data'));
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
    const options = `-c unix_socket_directories=${this.folder} -c max_connections=200`;
    await this.tool('pg_ctl', '-D', this.cluster, '-l', join(this.folder, 'log'), '-o', options, '-w', 'start');
  }

  /** A service's database, with the password that its role needs. */
  address(service: Service): string {
    return `postgresql://services:${encodeURIComponent(DATABASE_PASSWORD)}@/${service}?host=${this.folder}`;
  }

  /** Runs statements as the cluster's owner. */
  async ask(database: string, sql: string): Promise<string> {
    return this.tool(
      'psql',
      '-X',
      '-A',
      '-t',
      '-q',
      '-v',
      'ON_ERROR_STOP=1',
      '-h',
      this.folder,
      '-U',
      'owner',
      '-d',
      database,
      '-c',
      sql,
    );
  }

  /** The rows of a query. */
  async rows(service: Service, query: string): Promise<Record<string, string | number>[]> {
    const text = await this.ask(service, `SELECT coalesce(json_agg(found), '[]') FROM (${query}) AS found`);
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

export class PostgresqlAcademy {
  private readonly children = new Map<ProcessName, ChildProcess>();
  url = '';

  private constructor(
    readonly data: string,
    private readonly servers: Servers,
  ) {}

  /** Starts the processes on a data folder, which may be new, and waits until they are ready. */
  static async start(data: string, servers: Servers): Promise<PostgresqlAcademy> {
    await mkdir(join(data, 'logs'), { recursive: true });
    await mkdir(join(data, 'run'), { recursive: true });
    await chmod(data, 0o700);
    const academy = new PostgresqlAcademy(data, servers);
    try {
      for (const name of PROCESSES) await academy.startProcess(name);
      await until('readiness', () => academy.isReady(), 90_000);
    } catch (error) {
      await academy.stop();
      throw error;
    }
    return academy;
  }

  private async isReady(): Promise<boolean> {
    const address = (await readFile(join(this.data, 'run', 'edge.addr'), 'utf8')).trim();
    this.url = `http://${address}`;
    return (await fetch(`${this.url}/readyz`)).status === 200;
  }

  private async startProcess(name: ProcessName): Promise<void> {
    const flags = [`--data=${this.data}`];
    if (name === 'edge') flags.push('--port=0', '--bot_check=off', `--web=${join(ROOT, 'out/web')}`);
    else flags.push('--grpc_port=0', ...(await this.databaseFlag(name)));
    if (name === 'auth') flags.push('--bot_check=off');
    const log = await open(join(this.data, 'logs', `${name}.log`), 'a');
    const child = spawn(join(ROOT, 'out/bin', name), flags, { stdio: ['ignore', log.fd, log.fd], cwd: ROOT });
    await log.close();
    this.children.set(name, child);
  }

  private async databaseFlag(service: Service): Promise<string[]> {
    const server = this.servers[service];
    if (server === undefined) return [];
    const file = join(this.data, 'run', `${service}.test-address`);
    await writeFile(file, `${server.address(service)}\n`, { mode: 0o600 });
    return [`--db_file=${file}`];
  }

  async stop(): Promise<void> {
    const ending = [...this.children.values()].filter((child) => child.exitCode === null && child.signalCode === null);
    const ended = ending.map((child) => once(child, 'exit'));
    for (const child of ending) child.kill('SIGTERM');
    await Promise.all(ended);
  }
}
