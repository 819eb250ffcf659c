// An academy for a bench: people seeded before the start, everything in a temporary folder, gone afterwards.
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

export class Academy {
  /** Starts one with `learners` seeded learners, who all have `password`. */
  static async start(learners) {
    const data = await mkdtemp(join(tmpdir(), 'academy-'));
    await mkdir(join(data, 'auth'), { mode: 0o700 });
    const seeded = await tool('seed_people', join(data, 'auth/auth.db'), learners);
    const flags = ['--port', '0', '--grpc-port-base', '0', '--data', data, '--bot-check', 'off'];
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

  constructor(child, data, url, { manager, password }) {
    Object.assign(this, { child, data, url, manager, password });
  }

  async call(method, path, body = {}, token = undefined) {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(this.url + path, { method, headers, body: JSON.stringify(body) });
    const parsed = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${parsed.message}`);
    return parsed;
  }

  /** Seconds of processor time that a process has used. */
  async cpuOf(name) {
    const pid = (await readFile(join(this.data, 'run', `${name}.pid`), 'utf8')).trim();
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  }

  async stop() {
    this.child.kill('SIGTERM');
    await once(this.child, 'close');
    await rm(this.data, { recursive: true, force: true });
  }
}
