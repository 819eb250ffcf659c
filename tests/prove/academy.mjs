// The academy that is to prove itself: `./academy run` on a folder and a port of its own, under the shim.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { ROOT } from '../bench/lib/academy.mjs';
import { SqliteFiles } from './files.mjs';

export const PROCESSES = ['auth', 'catalog', 'enrollment', 'presence', 'edge'];
const START_LIMIT_MS = 90_000;
const GREEN_LIMIT_MS = 60_000;

/** The academy did not do what it must: a finding, and no failure of the run. */
export class Failed extends Error {}

export class Academy {
  lines = [];
  #child;

  constructor(data, port, shim, flags) {
    Object.assign(this, { data, port, shim, flags, url: `http://127.0.0.1:${port}` });
    this.databases = new SqliteFiles(data);
  }

  static async create(folder, shim, flags) {
    return new Academy(join(folder, 'data'), await freePort(), shim, flags);
  }

  /** Starts it and returns when it says that it is ready; throws if it ends instead. */
  async start() {
    const flags = ['--port', this.port, '--grpc-port-base', 0, '--data', this.data, ...this.flags].map(String);
    this.#child = spawn(join(ROOT, 'academy'), ['run', '--no-build', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...this.shim.environment() },
    });
    const child = this.#child;
    child.ended = new Promise((ended) => child.once('close', (code) => ended(code)));
    const said = [];
    const ready = new Promise((found, fail) => {
      const limit = setTimeout(() => fail(new Failed(`the academy is not ready: ${said.join(' / ')}`)), START_LIMIT_MS);
      const take = (line) => {
        said.push(line);
        this.lines.push(line);
        if (!line.startsWith('Academy is ready: ')) return;
        clearTimeout(limit);
        found();
      };
      createInterface(child.stdout).on('line', take);
      createInterface(child.stderr).on('line', take);
      void child.ended.then((code) => {
        clearTimeout(limit);
        fail(new Failed(`the academy ended with ${code}: ${said.join(' / ')}`));
      });
    });
    await ready;
  }

  pidOf(name) {
    const file = join(this.data, 'run', `${name}.pid`);
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  }

  /** Whether the file of an upload is still there. */
  isKept = (id) => existsSync(join(this.data, 'catalog/uploads', id));

  get supervisor() {
    return this.#child.pid;
  }

  /** Sends a signal to one process of it; false if it does not run. */
  signal(name, signal) {
    try {
      process.kill(this.pidOf(name), signal);
      return true;
    } catch {
      return false;
    }
  }

  /** Kills everything at once, the supervisor first, and returns when nothing of it runs. */
  async crash() {
    this.#child.kill('SIGKILL');
    for (const pid of this.processes()) kill(pid);
    await this.#child.ended;
    await this.#gone();
  }

  /** Kills the supervisor only: what it has started must end by itself. */
  async crashSupervisor() {
    this.#child.kill('SIGKILL');
    await this.#child.ended;
  }

  async stop() {
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGTERM');
    await this.#child.ended;
  }

  async #gone() {
    while (this.processes().length > 0) await pause(10);
  }

  /** The ids of all processes that name the data folder, as the five, their encoders and their watch do. */
  processes() {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter((pid) => commandOf(pid).includes(this.data))
      .map(Number);
  }

  async isGreen() {
    try {
      return (await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(1000) })).status === 200;
    } catch {
      return false;
    }
  }

  /** Milliseconds until everything is ready; undefined if that does not come. */
  async green() {
    const begun = performance.now();
    while (!(await this.isGreen())) {
      if (performance.now() - begun > GREEN_LIMIT_MS) return undefined;
      await pause(20);
    }
    return performance.now() - begun;
  }
}

/** A port below those that the system gives to connections and to whoever asks for any: it stays free until it is used. */
export async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const taken = createServer().listen(port, '127.0.0.1');
    const isFree = await once(taken, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    taken.close();
    await once(taken, 'close');
    return port;
  }
}

export function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
