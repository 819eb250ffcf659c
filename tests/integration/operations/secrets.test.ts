// No secret is on the command line of a process, where everybody on the machine could read it.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { Cluster, PROCESSES, ROOT } from '../../harness/cluster.ts';

const PASSWORD = 'gu3ss-me-1f-you-c4n';
const SMTP = `smtps://postman:${PASSWORD}@127.0.0.1:1`;

let folder: string;
let cluster: Cluster | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-secrets-'));
});
afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** The command lines of all processes on this machine, but for this one's. */
async function commandLines(): Promise<string> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(lines)).join('\n');
}

async function expectHidden(running: Cluster): Promise<void> {
  expect(await commandLines()).not.toContain(PASSWORD);
  for (const name of PROCESSES) {
    expect(await readFile(`/proc/${await running.pidOf(name)}/environ`, 'utf8')).not.toContain(PASSWORD);
    expect(await running.logOf(name)).not.toContain(PASSWORD);
  }
  const file = join(running.data, 'run/smtp');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim()).toBe(SMTP);
}

async function secretFile(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

test('the mail server’s password, S3 keys and reCAPTCHA’s secret from files', async () => {
  const s3 = `aws_access_key_id=AKIA\naws_secret_access_key=${PASSWORD}\n`;
  const flags = ['--smtp-file', await secretFile('smtp', `${SMTP}\n`)];
  flags.push('--s3-credentials', await secretFile('s3', s3));
  flags.push('--recaptcha-site-key', 'k', '--recaptcha-secret-file', await secretFile('recaptcha', PASSWORD));
  cluster = await Cluster.start({ flags });
  await expectHidden(cluster);
});

test('a password typed in --smtp is hidden once the academy runs, and the user is told', async () => {
  cluster = await Cluster.start({ flags: [`--smtp=${SMTP}`] });
  await expectHidden(cluster);
  expect(cluster.lines.join('\n')).toContain('Advised: --smtp-file');
  expect(cluster.lines.join('\n')).not.toContain(PASSWORD);
});

test('the environment’s ACADEMY_SMTP', async () => {
  process.env['ACADEMY_SMTP'] = SMTP;
  try {
    cluster = await Cluster.start();
  } finally {
    delete process.env['ACADEMY_SMTP'];
  }
  await expectHidden(cluster);
});

test.each([
  ['auth', `--smtp=${SMTP}`],
  ['auth', `--db=postgresql://academy:${PASSWORD}@127.0.0.1:1/academy`],
  ['catalog', `--db=postgresql://127.0.0.1:1/academy?user=academy&password=${PASSWORD}`],
] as const)('%s refuses a password on its own command line', (name, flag) => {
  const { status, stderr } = spawnSync(join(ROOT, 'out/bin', name), [`--data=${folder}`, flag], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/put it into a file/);
  expect(stderr).not.toContain(PASSWORD);
});

test('a service takes its database’s address from a file', async () => {
  const file = await secretFile('db', `postgresql://academy:${PASSWORD}@127.0.0.1:1/academy\n`);
  const flags = [`--data=${folder}`, `--db_file=${file}`];
  const { status, stderr } = spawnSync(join(ROOT, 'out/bin/auth'), flags, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/refused/);
  expect(stderr).not.toContain(PASSWORD);
});
