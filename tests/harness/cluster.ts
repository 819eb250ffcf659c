// Starts an academy with the documented command, on free ports and a fresh folder, and stops it by its process id.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { databaseFlags, dropUnused } from './engine.ts';
import { until } from './until.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
export const PROCESSES = ['auth', 'catalog', 'enrollment', 'presence', 'edge'] as const;
export type ProcessName = (typeof PROCESSES)[number];

export interface ClusterOptions {
  /** An existing folder to start on; otherwise a fresh temporary one. */
  readonly data?: string;
  /** A folder for `--db-files`, instead of the databases of the run's engine. */
  readonly databases?: string;
  /** Additional flags for `./academy run`. */
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The folder of another checkout, built, instead of this one. */
  readonly root?: string;
}

/** The commands still running: none may outlive the tests. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

const READY = /^Academy is ready: (https?:\/\/127\.0\.0\.1:(\d+))$/;
const START_LIMIT_MS = 90_000;

/** A running academy. */
export class Cluster {
  private constructor(
    readonly url: string,
    readonly data: string,
    /** The lines that the command has printed, in order. */
    readonly lines: readonly string[],
    private readonly child: ChildProcess,
    private readonly ownsData: boolean,
  ) {}

  /** Starts an academy and waits for its ready line. */
  static async start(options: ClusterOptions = {}): Promise<Cluster> {
    // Short, because it contains unix sockets, whose paths are limited.
    const data = options.data ?? (await mkdtemp(join(tmpdir(), 'academy-')));
    const flags = ['--port', '0', '--grpc-port-base', '0', '--data', data];
    flags.push(...(options.databases === undefined ? await databaseFlags(data) : ['--db-files', options.databases]));
    flags.push(...(options.flags ?? []));
    const child = spawn(join(options.root ?? ROOT, 'academy'), ['run', '--no-build', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const lines: string[] = [];
    const ready = new Promise<string>((resolveReady, reject) => {
      const limit = setTimeout(() => reject(new Error(`not ready in time:\n${lines.join('\n')}`)), START_LIMIT_MS);
      const take = (line: string) => {
        lines.push(line);
        const match = READY.exec(line);
        if (match?.[1] === undefined) return;
        clearTimeout(limit);
        resolveReady(match[1]);
      };
      createInterface(child.stdout).on('line', take);
      createInterface(child.stderr).on('line', take);
      child.once('close', (code) => {
        clearTimeout(limit);
        reject(new Error(`./academy run ended with ${code}:\n${lines.join('\n')}`));
      });
    });
    try {
      return new Cluster(await ready, data, lines, child, options.data === undefined);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** The supervisor's process id. */
  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the command has no process id');
    return this.child.pid;
  }

  /** Suspends the process and all its threads; SIGCONT resumes it. */
  async freeze(pid: number): Promise<void> {
    process.kill(pid, 'SIGSTOP');
    const frozen = async (thread: string) =>
      /^State:\s+T/m.test(await readFile(`/proc/${pid}/task/${thread}/status`, 'utf8'));
    // The signal may not have arrived when kill returns: a thread on another processor may still answer a call.
    await until('a process that stands still', async () => {
      const threads = await readdir(`/proc/${pid}/task`);
      return (await Promise.all(threads.map(frozen))).every(Boolean);
    });
  }

  /** Kills a process, and returns when the supervisor has started another one, which may not answer yet. */
  async kill(name: ProcessName): Promise<void> {
    const pid = await this.pidOf(name);
    process.kill(pid, 'SIGKILL');
    await until(`a new ${name}`, async () => (await this.pidOf(name)) !== pid);
  }

  /** Kills a process, and returns when everything is ready again. */
  async restart(name: ProcessName): Promise<void> {
    await this.kill(name);
    await this.ready();
  }

  /** A process's id, from its file. */
  async pidOf(name: ProcessName): Promise<number> {
    return Number((await readFile(join(this.data, 'run', `${name}.pid`), 'utf8')).trim());
  }

  /** A process's address, from its file. */
  async addressOf(name: ProcessName): Promise<string> {
    return (await readFile(join(this.data, 'run', `${name}.addr`), 'utf8')).trim();
  }

  /** The proof of calls under a key of calls: of `edge-auth`, the edge's to auth. */
  async credential(key = 'edge-auth'): Promise<string> {
    const [current] = (await this.keysOf(key)).reverse();
    return `${key.split('-')[0]}:${current?.id}:${current?.secret}`;
  }

  /** The keys of a name, oldest first. */
  async keysOf(name: string): Promise<{ id: string; secret: string }[]> {
    const lines = (await readFile(join(this.data, 'keys', name), 'utf8')).split('\n');
    return lines
      .map((line) => line.split(' '))
      .filter(([word]) => word === 'key')
      .map(([, id = '', , , secret = '']) => ({ id, secret }));
  }

  /** What the first manager's sign-up needs beyond loopback and behind a proxy. */
  async setupCode(): Promise<string> {
    return (await readFile(join(this.data, 'run', 'setup-code'), 'utf8')).trim();
  }

  /** Closes what the command prints to, as `| head` does. */
  closeOutput(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  async logOf(name: ProcessName): Promise<string> {
    return readFile(join(this.data, 'logs', `${name}.log`), 'utf8');
  }

  /** Waits until /readyz reports everything ready. */
  async ready(): Promise<void> {
    await until('readiness', async () => (await fetch(`${this.url}/readyz`)).status === 200);
  }

  /** Stops the academy and resolves with how it ended. Removes the folder, unless it was given or is to be kept. */
  async stop({ keepData = false } = {}): Promise<{ code: number | null; milliseconds: number }> {
    const begun = performance.now();
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const closed = once(this.child, 'close');
      this.child.kill('SIGTERM');
      await closed;
    }
    const milliseconds = performance.now() - begun;
    if (this.ownsData && !keepData) await rm(this.data, { recursive: true, force: true });
    await dropUnused();
    return { code: this.child.exitCode, milliseconds };
  }
}

/** Whether a process exists. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    await access(`/proc/${pid}`);
    return true;
  } catch {
    return false;
  }
}
