// The shipped systemd units, as systemd reads them: changed only in the folder of the programs.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ROOT } from '../cluster.ts';

const SHIPPED = join(ROOT, 'deploy/systemd');
const PACKAGE = join(ROOT, 'deploy/package');

export interface Said {
  readonly code: number;
  readonly text: string;
}

/** What a command says, on both outputs, whether or not it succeeds. */
export async function ask(command: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Said> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, words, { env: { ...process.env, ...env } });
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const failed = error as { code: number | string; stdout: string; stderr: string };
    // A program that is not there is no finding of it.
    if (typeof failed.code !== 'number') throw error;
    return { code: failed.code, text: failed.stdout + failed.stderr };
  }
}

export class Units {
  private constructor(private readonly folder: string) {}

  static async create(): Promise<Units> {
    const units = new Units(await mkdtemp(join(tmpdir(), 'academy-units-')));
    await cp(SHIPPED, units.folder, { recursive: true });
    for (const name of await readdir(units.folder, { recursive: true })) {
      if (!/\.(service|target|conf)$/.test(name) || !name.includes('.')) continue;
      const file = join(units.folder, name);
      const text = await readFile(file, 'utf8').catch(() => undefined);
      if (text !== undefined) await writeFile(file, text.replaceAll(/\/opt\/academy(-next)?/g, ROOT));
    }
    const service = await readFile(join(PACKAGE, 'academy.service'), 'utf8');
    const command = `${PACKAGE}/academyctl`;
    await writeFile(join(units.folder, 'academy.service'), service.replace('/usr/bin/academyctl', command));
    return units;
  }

  analyze(...words: string[]): Promise<Said> {
    // With the system's own units behind them.
    return ask('systemd-analyze', words, { SYSTEMD_UNIT_PATH: `${this.folder}:`, SYSTEMD_PAGER: '' });
  }

  /** The last values of a process's unit that count: an empty one forgets those before it. */
  async settings(name: string, template = 'academy'): Promise<Map<string, string[]>> {
    const folder = join(this.folder, `${template}@${name}.service.d`);
    const own = (await readdir(folder).catch(() => [])).map((file) => join(folder, file));
    return this.#read([join(this.folder, `${template}@.service`), ...own]);
  }

  /** Those of the one unit of an academy on one machine. */
  packaged(): Promise<Map<string, string[]>> {
    return this.#read([join(this.folder, 'academy.service')]);
  }

  async #read(files: readonly string[]): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (const file of files) {
      const lines = (await readFile(file, 'utf8')).replaceAll(/\\\n\s*/g, '').split('\n');
      for (const line of lines) {
        const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
        if (key !== '') found.set(key, value === '' ? [] : [...(found.get(key) ?? []), value]);
      }
    }
    return found;
  }

  /** The shipped FLAGS of a process. */
  async flags(name: string): Promise<string> {
    const text = (await readFile(join(SHIPPED, 'etc', `${name}.env`), 'utf8')).replaceAll(/\\\n\s*/g, '');
    return /^FLAGS=(.*)$/m.exec(text)?.[1] ?? '';
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** The system calls that a list of SystemCallFilter= allows: groups and names, `~` for those taken away. */
export async function allowedCalls(filter: readonly string[]): Promise<Set<string>> {
  const { text } = await ask('systemd-analyze', ['syscall-filter', '--no-pager']);
  const groups = new Map<string, string[]>();
  let group: string[] = [];
  for (const line of text.split('\n')) {
    const word = line.trim();
    if (line.startsWith('@')) groups.set(word, (group = []));
    else if (word !== '' && !word.startsWith('#')) group.push(word);
  }
  const expand = (word: string): string[] => (word.startsWith('@') ? (groups.get(word) ?? []).flatMap(expand) : [word]);
  const allowed = new Set<string>();
  for (const item of filter) {
    const taken = item.startsWith('~');
    for (const call of item.replace('~', '').split(' ').flatMap(expand)) {
      if (taken) allowed.delete(call);
      else allowed.add(call);
    }
  }
  // As systemd does, whatever the filter says.
  for (const call of expand('@default')) allowed.add(call);
  return allowed;
}
