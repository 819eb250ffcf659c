// Runs `./academy backup` and `./academy restore`.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from './cluster.ts';

export interface Ended {
  readonly code: number | null;
  /** Both outputs. */
  readonly text: string;
}

/** A command that runs. */
export class Command {
  private constructor(
    readonly child: ChildProcess,
    readonly ended: Promise<Ended>,
  ) {}

  static start(words: readonly string[]): Command {
    const child = spawn(join(ROOT, 'academy'), words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (text += bytes.toString()));
    return new Command(child, new Promise((resolve) => child.once('close', (code) => resolve({ code, text }))));
  }

  /** Kills the program that the command runs, and nothing else: what the program started must end by itself. */
  async killProgram(): Promise<void> {
    const pid = String(this.child.pid);
    const children = (await readFile(join('/proc', pid, 'task', pid, 'children'), 'utf8')).trim().split(' ');
    if (children.length !== 1) throw new Error(`the command runs ${children.join(', ')}`);
    process.kill(Number(children[0]), 'SIGKILL');
  }
}

export const academy = (...words: string[]) => Command.start(words).ended;

/** Runs a command that must succeed. */
export async function must(...words: string[]): Promise<string> {
  const { code, text } = await academy(...words);
  if (code !== 0) throw new Error(`./academy ${words.join(' ')} ended with ${code}: ${text}`);
  return text;
}

/** Makes a backup and returns its id and the bytes that it had to store. */
export async function backUp(...words: string[]): Promise<{ id: string; sent: number }> {
  const text = await must('backup', ...words);
  const match = /^Backup (\S+): \d+ bytes, (\d+) of them sent, verified, in [\d.]+ s$/m.exec(text);
  if (match === null) throw new Error(`the backup says: ${text}`);
  return { id: match[1] ?? '', sent: Number(match[2]) };
}

/** Every file below a folder, as paths relative to it. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** A temporary folder for backups and what is restored from them. */
export class ScratchFolder {
  private constructor(readonly path: string) {}

  static async create(): Promise<ScratchFolder> {
    return new ScratchFolder(await mkdtemp(join(tmpdir(), 'scratch-')));
  }

  at(name: string): string {
    return join(this.path, name);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
