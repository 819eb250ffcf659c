// An academy for a bench: people are seeded before the start, and everything is in a temporary folder that is removed
// afterwards.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const ROOT = resolve(import.meta.dirname, '../../..');
// USER_HZ, which Linux fixes.
const TICKS = 100;

/** The JSON that a program of out/bench prints. */
export async function tool(name, ...args) {
  const { stdout } = await run(join(ROOT, 'out/bench', name), args.map(String));
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
   * with `seedArgs`; its output is in `seeded`. `flags` are passed to `./academy run`.
   */
  static async start(learners, { seed = 'seed_people', seedArgs = [], flags: more = [] } = {}) {
    const data = await mkdtemp(join(tmpdir(), 'academy-'));
    await mkdir(join(data, 'auth'), { mode: 0o700 });
    const seeded = await tool(seed, join(data, 'auth/auth.db'), learners, ...seedArgs);
    const flags = ['--port', '0', '--grpc-port-base', '0', '--data', data, '--bot-check', 'off', ...more];
    const child = spawn(join(ROOT, 'academy'), ['run', '--no-build', ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await new Promise((found, fail) => {
      createInterface(child.stdout).on('line', (line) => {
        const match = /^Academy is ready: (\S+)$/.exec(line);
        if (match) found(match[1]);
      });
      child.once('close', () => fail(new Error('the academy did not start')));
    });
    return new Academy(child, data, url, seeded);
  }

  constructor(child, data, url, seeded) {
    const { manager, password } = seeded;
    Object.assign(this, { child, data, url, manager, password, seeded });
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

  /** Proportional set size of a process, in bytes. */
  async pssOf(name) {
    const rollup = await readFile(`/proc/${await this.pidOf(name)}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)[1]) * 1024;
  }

  /** Processor time that a process has used, in seconds. */
  async cpuOf(name) {
    return cpuOfProcess(await this.pidOf(name));
  }

  async stop() {
    this.child.kill('SIGTERM');
    await once(this.child, 'close');
    await rm(this.data, { recursive: true, force: true });
  }
}
