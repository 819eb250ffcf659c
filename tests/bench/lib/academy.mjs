// An academy for a bench: people are seeded before the start, and everything is in a temporary folder that is removed
// afterwards.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const ROOT = resolve(import.meta.dirname, '../../..');
// USER_HZ, which Linux fixes.
const TICKS = 100;
// Bytes: seeded people have tokens.
const MAX_OUTPUT = 64 * 1024 * 1024;

/** The JSON that a program of out/bench prints. */
export function tool(name, ...args) {
  return toolAt(toolPath(name), ...args);
}

export const toolPath = (name) => join(ROOT, 'out/bench', name);

/** The JSON that such a program prints, wherever it is. */
export async function toolAt(program, ...args) {
  const { stdout } = await run(program, args.map(String), { maxBuffer: MAX_OUTPUT });
  return JSON.parse(stdout);
}

/** Seconds of processor time that a process has used. */
export async function cpuOfProcess(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

export class Academy {
  /**
   * Starts an academy with `learners` seeded learners, who all have `password`. Another program can be given as `seed`,
   * with `seedArgs`; its output is in `seeded`. `flags` are passed to `./academy run`; if they say that auth has another
   * database than SQLite, it is `database`.
   */
  static async start(learners, { seed = 'seed_people', seedArgs = [], flags = [], database } = {}) {
    const academy = new Academy(await mkdtemp(join(tmpdir(), 'academy-')), flags);
    // A first start makes the keys: beside a database without keys no process starts.
    await academy.run();
    await academy.end();
    academy.seeded = await tool(seed, database ?? join(academy.data, 'auth/auth.db'), learners, ...seedArgs);
    Object.assign(academy, { manager: academy.seeded.manager, password: academy.seeded.password });
    await academy.run();
    return academy;
  }

  constructor(data, flags) {
    Object.assign(this, { data, flags });
  }

  /** Starts its processes, and returns when it is ready. */
  async run() {
    const flags = ['--port', '0', '--grpc-port-base', '0', '--data', this.data, '--bot-check', 'off', ...this.flags];
    this.child = spawn(join(ROOT, 'academy'), ['run', '--no-build', ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.url = await new Promise((found, fail) => {
      createInterface(this.child.stdout).on('line', (line) => {
        const match = /^Academy is ready: (\S+)$/.exec(line);
        if (match) found(match[1]);
      });
      this.child.once('close', () => fail(new Error('the academy did not start')));
    });
  }

  /** Ends its processes; `run` starts it again on the same data. */
  async end() {
    if (this.child.exitCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'close');
  }

  async call(method, path, body = {}, token = undefined) {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(this.url + path, { method, headers, body: JSON.stringify(body) });
    const parsed = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${parsed.message}`);
    return parsed;
  }

  async pidOf(name) {
    return Number(await readFile(join(this.data, 'run', `${name}.pid`), 'utf8'));
  }

  /** Resident and proportional set size of a process, in bytes. */
  async memoryOf(name) {
    const rollup = await readFile(`/proc/${await this.pidOf(name)}/smaps_rollup`, 'utf8');
    const bytes = (field) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(rollup)[1]) * 1024;
    return { rss: bytes('Rss'), pss: bytes('Pss') };
  }

  /** Proportional set size of a process, in bytes. */
  async pssOf(name) {
    return (await this.memoryOf(name)).pss;
  }

  /** Processor time that a process has used, in seconds. */
  async cpuOf(name) {
    return cpuOfProcess(await this.pidOf(name));
  }

  async stop() {
    await this.end();
    await rm(this.data, { recursive: true, force: true });
  }
}
