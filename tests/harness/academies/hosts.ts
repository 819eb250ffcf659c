// An academy whose processes run as on machines of their own: each has its data folder with copied keys, and they call
// each other over TCP, with certificates.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { ROOT, type ProcessName } from '../cluster.ts';
import { until } from '../until.ts';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Authorities and certificates that `./academy keys` makes. */
export class Certificates {
  private constructor(readonly folder: string) {}

  static async create(): Promise<Certificates> {
    return new Certificates(await mkdtemp(join(tmpdir(), 'academy-ca-')));
  }

  /** Makes an authority; the folder that it is in. */
  async authority(name = 'authority'): Promise<string> {
    const to = join(this.folder, name);
    await promisify(execFile)(join(ROOT, 'academy'), ['keys', 'authority', '--to', to]);
    return to;
  }

  /** Makes a certificate for a process, or for a program of that name; the folder that it is in. */
  async make(name: string, authority = join(this.folder, 'authority'), days = 365): Promise<string> {
    const to = await mkdtemp(join(this.folder, `${name}-`));
    const words = ['keys', 'certificate', name, '--authority', authority, '--to', to, '--days', `${days}`];
    await promisify(execFile)(join(ROOT, 'academy'), words);
    return to;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

export interface HostOptions {
  /** Where its keys come from: another host's data folder. Without it the process makes them. */
  readonly keysFrom?: string;
  /** Instead of a fresh folder. */
  readonly data?: string;
  readonly flags?: readonly string[];
  /** The folder of another release's `bin` and `web`. */
  readonly programs?: string;
}

/** The folder of this tree's `bin` and `web`. */
export const PROGRAMS = join(ROOT, 'out');

/** A process that can run on a machine of its own. */
type HostName = ProcessName | 'encoder';

/** One process with its data folder. */
export class Host {
  private published = '';

  private constructor(
    readonly name: HostName,
    readonly data: string,
    private readonly flags: readonly string[],
    private programs: string,
    private child: ChildProcess,
    /** The lines of its log, of all its starts. */
    readonly lines: string[],
  ) {}

  private static launch(
    name: HostName,
    programs: string,
    data: string,
    flags: readonly string[],
    lines: string[],
  ): ChildProcess {
    const own = name === 'edge' ? ['--web', join(programs, 'web'), '--site', join(dirname(programs), 'site')] : [];
    const child = spawn(join(programs, 'bin', name), ['--data', data, ...own, ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    createInterface(child.stderr).on('line', (line) => lines.push(line));
    return child;
  }

  /** Starts a process, which need not succeed. */
  static async launched(name: HostName, options: HostOptions = {}): Promise<Host> {
    // Short, because it contains unix sockets, whose paths are limited.
    const data = options.data ?? (await mkdtemp(join(tmpdir(), 'academy-')));
    if (options.keysFrom !== undefined) {
      await mkdir(join(data, 'keys'), { mode: 0o700 });
      for (const key of await readdir(join(options.keysFrom, 'keys'))) {
        const needed = name === 'auth' || key.endsWith(`-${name}`) || key.startsWith(`${name}-`);
        if (!needed && key !== 'tools' && key !== 'media') continue;
        await copyFile(join(options.keysFrom, 'keys', key), join(data, 'keys', key));
      }
    }
    const flags = [name === 'edge' ? '--port=0' : '--grpc_port=0', ...(options.flags ?? [])];
    const lines: string[] = [];
    const programs = options.programs ?? PROGRAMS;
    return new Host(name, data, flags, programs, Host.launch(name, programs, data, flags, lines), lines);
  }

  /** Starts a process and waits until it serves. */
  static async start(name: HostName, options: HostOptions = {}): Promise<Host> {
    const host = await Host.launched(name, options);
    await host.serves();
    return host;
  }

  /** Waits until it serves; its address. */
  async serves(): Promise<string> {
    const file = join(this.data, 'run', `${this.name}.addr`);
    const address = await until(`${this.name} to serve`, async () =>
      this.hasEnded ? 'nowhere' : (await readFile(file, 'utf8')).trim(),
    );
    if (this.hasEnded) throw new Error(`${this.name} has ended:\n${this.lines.join('\n')}`);
    return (this.published = address);
  }

  /** Where it serves, or did when it ended. */
  address(): string {
    return this.published;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for its end; its exit code. */
  async ended(): Promise<number | null> {
    if (!this.hasEnded) await once(this.child, 'close');
    return this.child.exitCode;
  }

  /** Starts it again, after its end, at the address that it had; with the programs of another release if they are given. */
  async startAgain(programs = this.programs): Promise<void> {
    this.programs = programs;
    const address = this.published;
    const port = this.name === 'edge' ? '--port=' : '--grpc_port=';
    const flags = [...this.flags, port + address.slice(address.lastIndexOf(':') + 1)];
    await rm(join(this.data, 'run', `${this.name}.addr`), { force: true });
    this.child = Host.launch(this.name, programs, this.data, flags, this.lines);
    await this.serves();
  }

  async remove(): Promise<void> {
    if (!this.hasEnded) {
      this.signal('SIGKILL');
      await this.ended();
    }
    await rm(this.data, { recursive: true, force: true });
  }
}
