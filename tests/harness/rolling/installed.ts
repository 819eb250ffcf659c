// A release in a folder of its own, as a package installs it: its files are replaced by those of another release while
// its academy runs.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Cluster, PROCESSES, type ProcessName } from '../cluster.ts';
import { sql } from '../sql.ts';
import type { Place } from './load.ts';

const run = promisify(execFile);

const FILES = ['academy', 'VERSION', 'tools/academy', 'site', 'out/bin', 'out/web'];

/** Programs are replaced also by themselves, other files only where they differ. */
const REPLACE = `
  from=$1 to=$2
  shift 2
  cd "$from"
  find "$@" -type d -printf '%p\\0' | (cd "$to" && xargs -0 mkdir -p)
  find "$@" -type f -print0 | while IFS= read -r -d '' file; do
    [[ $file != out/bin/* ]] && cmp -s "$file" "$to/$file" && continue
    mkdir -p "$(dirname "$to/$file")"
    cp -p "$file" "$to/$file.new"
    mv -fT "$to/$file.new" "$to/$file"
  done`;

/** What a command came to. */
export interface Ended {
  readonly code: number;
  readonly said: string;
}

/** The last line of what a command said, which tells why it failed. */
export const lastLine = ({ said }: Ended) => said.trim().split('\n').at(-1);

/** Whether the release of a checkout can replace its processes while it runs. */
export const canRoll = (root: string) => existsSync(join(root, 'tools/academy/roll.sh'));

export class InstalledRelease {
  private constructor(readonly root: string) {}

  /** Installs the release of a checkout that is built. */
  static async of(checkout: string): Promise<InstalledRelease> {
    const release = new InstalledRelease(await mkdtemp(join(tmpdir(), 'academy-release-')));
    await release.install(checkout);
    return release;
  }

  /** Replaces each file by renaming, as dpkg does: what is open stays as it was, and nothing is missing meanwhile. */
  async install(checkout: string): Promise<void> {
    await run('bash', ['-euc', REPLACE, 'install', checkout, this.root, ...FILES]);
  }

  /** Replaces a program by one that only says what it is. */
  async breakProgram(name: ProcessName): Promise<void> {
    const file = join(this.root, 'out/bin', name);
    const script = `#!/bin/sh
case "$*" in *--version* | *--check_schema*) exit 0 ;; esac
echo "${name} is broken" >&2
exit 1
`;
    await writeFile(`${file}.new`, script);
    await chmod(`${file}.new`, 0o755);
    await rename(`${file}.new`, file);
  }

  /** Runs a command of it. */
  command(...words: readonly string[]): Promise<Ended> {
    return run(join(this.root, 'academy'), words).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        said: error.stdout + error.stderr,
      }),
    );
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/** An academy of an installed release, at which clients work until it is asked what it has. */
export class InstalledAcademy implements Place {
  private stopped = false;

  private constructor(
    readonly release: InstalledRelease,
    readonly cluster: Cluster,
  ) {}

  static async start(checkout: string, flags: readonly string[] = []): Promise<InstalledAcademy> {
    const release = await InstalledRelease.of(checkout);
    const limits = ['--bot-check', 'off', '--public-rate', '0', '--session-rate', '0'];
    return new InstalledAcademy(release, await Cluster.start({ root: release.root, flags: [...limits, ...flags] }));
  }

  get url(): string {
    return this.cluster.url;
  }

  upgrade(): Promise<Ended> {
    return this.release.command('upgrade', '--no-build', '--data', this.cluster.data);
  }

  async pids(): Promise<Record<ProcessName, number>> {
    const pairs = PROCESSES.map(async (name) => [name, await this.cluster.pidOf(name)] as const);
    return Object.fromEntries(await Promise.all(pairs)) as Record<ProcessName, number>;
  }

  /** Files and databases are read when nobody else has them. */
  private async stop(): Promise<void> {
    if (!this.stopped) await this.cluster.stop({ keepData: true });
    this.stopped = true;
  }

  async titles(): Promise<Map<string, number>> {
    await this.stop();
    const query = 'SELECT title, COUNT(*) AS times FROM courses GROUP BY title';
    const rows = await sql(this.cluster.data, 'catalog', query);
    return new Map(rows.map(({ title, times }) => [String(title), Number(times)]));
  }

  async upload(id: string): Promise<Buffer> {
    await this.stop();
    return readFile(join(this.cluster.data, 'catalog/uploads', id));
  }

  async complaints(): Promise<string[]> {
    const lines = PROCESSES.map(async (name) =>
      (await this.cluster.logOf(name))
        .split('\n')
        .filter((line) => /"level":"(warning|error)"/.test(line))
        .map((line) => `${name}: ${line}`),
    );
    return (await Promise.all(lines)).flat();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.cluster.data, { recursive: true, force: true });
    await this.release.remove();
  }
}
