// The file of settings (`./academy run --conf FILE`, /etc/academy/academy.conf) and what stands there.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { Cluster, ROOT } from '../../harness/cluster.ts';

const run = promisify(execFile);

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-'));
  file = join(folder, 'academy.conf');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `script` with the functions of `./academy run`. */
async function withRun(script: string, env: NodeJS.ProcessEnv = {}): Promise<Said> {
  const functions = `
    set -Eeuo pipefail
    root=$1 file=$2 folder=$3
    . "$root/tools/academy/common.sh"
    . "$root/tools/academy/command-run.sh"
    ensure_packages() { :; }
    build_all() { :; }
    supervise() { declare -p "$@" flags_edge flags_auth backup_to; }
    ${script}`;
  const words = ['-c', functions, 'run', ROOT, file, folder];
  return run('bash', words, { env: { ...process.env, ...env } }).then(
    (said) => ({ code: 0, ...said }),
    (failed: Said) => failed,
  );
}

const start = (text: string, flags = '') =>
  writeFile(file, text).then(() => withRun(`command_run --data "$folder/data" --conf "$file" ${flags}`));

test('the academy starts with the settings of a file, and a flag wins over it', async () => {
  const data = join(folder, 'data');
  await writeFile(
    file,
    `# ours\n\n  mail-from = Academy <academy@academy.test>  \r\ndata=${folder}/other\ntimezone = Mars\n`,
  );
  const cluster = await Cluster.start({ data, flags: ['--conf', file, '--timezone', 'Europe/Berlin'] });
  try {
    const command = await readFile(`/proc/${await cluster.pidOf('auth')}/cmdline`, 'utf8');
    const flags = command.split('\0');
    expect(flags).toContain('--mail_from=Academy <academy@academy.test>');
    expect(flags).toContain('--timezone=Europe/Berlin');
    expect(flags).toContain(`--data=${data}`);
  } finally {
    await cluster.stop();
  }
});

describe('refused, with the line and what to do', () => {
  test.each([
    ['an unknown name', 'port = 80\nprot = 80\n', /conf:2: there is no setting 'prot'\. Fix: /],
    ['a name that is there twice', 'port = 80\n#\nport = 81\n', /conf:3: port is there twice, first in line 1\. Fix: /],
    ['a line that is no setting', 'port 80\n', /conf:1: this is no setting\. Fix: /],
    ['a name without a value', 'port =\n', /conf:1: port has no value\. Fix: /],
    [
      'a switch that is neither on nor off',
      'strong-passwords = yes\n',
      /conf:1: strong-passwords is 'yes'\. Fix: on or off/,
    ],
    ['a password', 'smtp = smtps://us:s3cret@host:465\n', /conf:1: smtp has a password\. Fix: .*smtp-file/],
    ['a value that the flag would not take', 'port = 99999\n', /--port 99999 is not a port\. Fix: /],
    ['the file itself', 'conf = /etc/passwd\n', /conf:1: there is no setting 'conf'\. Fix: /],
  ])('%s', async (_, text, message) => {
    const { code, stdout, stderr } = await start(text);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('s3cret');
  });

  test('a file that is not there', async () => {
    const { code, stderr } = await withRun('command_run --data "$folder/data" --conf "$folder/none"');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Fix: ')]);
  });
});

test('switches are on or off, and the code for the first manager too', async () => {
  const on = await start('strong-passwords = on\nsetup-code = on\nrequire-two-factor = off');
  expect(on.stdout).toContain('--password_minimum=8');
  expect(on.stdout).toContain('--setup_code');
  expect(on.stdout).not.toContain('--require_two_factor');
  const off = await start('bind = 0.0.0.0\nsetup-code = off\n');
  expect(off.stdout).not.toContain('--setup_code');
});

test('the mail server of a flag replaces the one that the file names otherwise', async () => {
  const { code, stdout } = await start('smtp-file = /none\n', '--smtp smtp://127.0.0.1:25');
  expect(code).toBe(0);
  expect(stdout).toContain('--smtp_file=');
});

test('of a file in the folder of secrets the copy is taken that the service manager made', async () => {
  const copies = join(folder, 'copies');
  await mkdir(copies);
  await writeFile(join(copies, 'secrets_recaptcha'), 'secret');
  await writeFile(file, 'recaptcha-site-key = k\nrecaptcha-secret-file = /etc/academy/secrets/recaptcha\n');
  const script = 'secrets=/etc/academy/secrets; command_run --data "$folder/data" --conf "$file"';
  const { stdout } = await withRun(script, { CREDENTIALS_DIRECTORY: copies });
  expect(stdout).toContain(`--recaptcha_secret_file=${copies}/secrets_recaptcha`);
});

describe('the file that is shipped', () => {
  const shipped = () => readFile(join(ROOT, 'deploy/package/academy.conf'), 'utf8');

  test('is accepted as it stands, and asks the first manager for the code', async () => {
    const { code, stdout, stderr } = await start(await shipped());
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('--setup_code');
    expect(stdout).toContain('--bind=127.0.0.1');
  });

  test('shows every setting once, and no other', async () => {
    const named = [...(await shipped()).matchAll(/^#?([a-z0-9-]+) = /gm)].map(([, name]) => name).sort();
    const { stdout } = await withRun(
      'printf "%s\\n" "${!run_settings[@]}" "${!run_switches[@]}" | sort -u | grep -Ex -v "demo|no-build"',
    );
    expect(named).toEqual(stdout.trim().split('\n').sort());
  });

  test('names a setting for every flag in the help', async () => {
    const { stdout: help } = await run(join(ROOT, 'academy'), ['help']);
    const [, flags = ''] = /\.\/academy run \[flags\]([^]*?)\n\n {2}\.\/academy test/.exec(help) ?? [];
    const known = (await withRun('printf "%s\\n" "${!run_settings[@]}" "${!run_switches[@]}"')).stdout.split('\n');
    const shown = [...flags.matchAll(/^ {4}--([a-z0-9-]+)/gm)].map(([, name]) => name ?? '');
    expect(shown.length).toBeGreaterThan(40);
    expect(shown.filter((name) => !['conf', 'check'].includes(name) && !known.includes(name))).toEqual([]);
  });
});
