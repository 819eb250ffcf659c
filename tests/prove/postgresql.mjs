// An academy over a PostgreSQL of its own. `./academy run` is for SQLite, so the processes are started here, and started
// again when they end. PostgreSQL's files are not under the shim: it keeps its promises by itself, and is killed instead.
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { ROOT } from '../bench/lib/academy.mjs';
import { Academy, Failed, freePort, kill, PROCESSES } from './academy.mjs';
import { SERVICES } from './files.mjs';

const run = promisify(execFile);
const TOOLS = '/usr/lib/postgresql';
const RESTART_MS = 100;
const STOP_MS = 10_000;

/** A course's parts, as JSON. */
export const PARTS = `SELECT json_agg(json_build_object('id', id, 'title', title, 'video', coalesce(asset_id, ''))
  ORDER BY ordinal)::text FROM parts WHERE course_id = courses.id`;

/** The server, with a database for each service. */
export class Server {
  parts = PARTS;

  constructor() {
    const version = readdirSync(TOOLS).sort().at(-1);
    this.tools = join(TOOLS, version, 'bin');
    // Its user must be able to reach it.
    this.folder = mkdtempSync('/tmp/prove-pg-');
    if (process.getuid() === 0) execFileSync('chown', ['postgres:', this.folder]);
    chmodSync(this.folder, 0o755);
    this.cluster = join(this.folder, 'data');
    this.#tool('initdb', '-D', this.cluster, '-A', 'trust', '-U', 'academy', '-E', 'UTF8', '--locale=C');
    this.start();
    for (const service of SERVICES) this.#tool('createdb', '-h', this.folder, '-U', 'academy', service);
  }

  /** PostgreSQL refuses to run as root. */
  #tool(name, ...words) {
    const whole = [join(this.tools, name), ...words];
    if (process.getuid() === 0) whole.unshift('runuser', '-u', 'postgres', '--');
    execFileSync(whole[0], whole.slice(1), { cwd: '/', stdio: 'ignore' });
  }

  start() {
    const options = `-c listen_addresses= -c unix_socket_directories=${this.folder} -c max_connections=200`;
    this.#tool('pg_ctl', '-D', this.cluster, '-l', join(this.folder, 'log'), '-o', options, '-w', 'start');
  }

  /** Ends it as a crash does: the next start recovers. */
  stopAtOnce() {
    this.#tool('pg_ctl', '-D', this.cluster, '-m', 'immediate', 'stop');
  }

  /** Kills its first process; the others end by themselves. */
  async crash() {
    const pid = Number(readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    kill(pid);
    while (this.#others()) await pause(10);
    // Where nobody collects orphans, the server would take its remains for another server.
    for (const lock of [join(this.cluster, 'postmaster.pid'), join(this.folder, '.s.PGSQL.5432.lock')]) rmSync(lock);
  }

  /** Whether one of its processes runs: the cluster is their working folder. */
  #others() {
    return readdirSync('/proc').some((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === this.cluster;
      } catch {
        return false;
      }
    });
  }

  remove() {
    try {
      this.stopAtOnce();
    } catch {
      // It does not run.
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  address(service) {
    return `postgresql://academy@/${service}?host=${this.folder}`;
  }

  flags(service) {
    return [`--db=${this.address(service)}`];
  }

  async rows(service, sql) {
    const query = `SELECT coalesce(json_agg(found), '[]') FROM (${sql}) AS found`;
    const words = ['-X', '-A', '-t', '-d', this.address(service), '-c', query];
    const { stdout } = await run(join(this.tools, 'psql'), words, { maxBuffer: 1 << 29 });
    return JSON.parse(stdout);
  }

  /** Its own checks are not run: they need an extension that Debian has apart. */
  async damage() {
    return [];
  }
}

export class PostgresqlAcademy extends Academy {
  #children = new Map();
  #stopping = true;

  static async create(folder, shim, flags, server) {
    const academy = new PostgresqlAcademy(join(folder, 'data'), await freePort(), shim, flags);
    academy.databases = server;
    mkdirSync(join(academy.data, 'run'), { recursive: true });
    mkdirSync(join(academy.data, 'logs'));
    chmodSync(academy.data, 0o700);
    return academy;
  }

  async start() {
    this.#stopping = false;
    for (const name of PROCESSES) this.#startProcess(name);
    if ((await this.green()) === undefined) throw new Failed('the academy is not ready');
  }

  #startProcess(name) {
    const flags =
      name === 'edge' ? [`--port=${this.port}`, `--web=${join(ROOT, 'out/web')}`] : this.databases.flags(name);
    const log = openSync(join(this.data, 'logs', `${name}.log`), 'a');
    const child = spawn(join(ROOT, 'out/bin', name), [`--data=${this.data}`, ...flags, ...(this.flags[name] ?? [])], {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...this.shim.environment() },
      cwd: ROOT,
    });
    this.#children.set(name, child);
    child.once('exit', async () => {
      await pause(RESTART_MS);
      if (!this.#stopping) this.#startProcess(name);
    });
  }

  async crash() {
    this.#stopping = true;
    for (const child of this.#children.values()) child.kill('SIGKILL');
    for (const pid of this.processes()) kill(pid);
    while (this.processes().length > 0) await pause(10);
    await pause(2 * RESTART_MS);
  }

  async stop() {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#children.get('edge').kill('SIGTERM');
    await pause(RESTART_MS);
    for (const child of this.#children.values()) child.kill('SIGTERM');
    const end = performance.now() + STOP_MS;
    while (this.processes().length > 0 && performance.now() < end) await pause(20);
  }
}

/** The flags that `./academy run` gives to the processes. */
export function processFlags(folder, url, mailPort) {
  const smtp = join(folder, 'smtp');
  writeFileSync(smtp, `smtp://127.0.0.1:${mailPort}\n`);
  return {
    auth: [`--smtp_file=${smtp}`, '--bot_check=off', `--public_url=${url}`],
    catalog: ['--retry_pause=1s'],
    edge: ['--bot_check=off', '--public_rate=0', '--session_rate=0'],
  };
}

export const POSTGRESQL_FAULTS = [
  {
    name: 'kill PostgreSQL',
    async run({ academy, ended }) {
      await academy.databases.crash();
      academy.databases.start();
      ended();
    },
  },
  {
    name: 'PostgreSQL away',
    async run({ academy, random }) {
      academy.databases.stopAtOnce();
      await pause(random.between(500, 4000));
      academy.databases.start();
    },
  },
];
