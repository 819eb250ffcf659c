// The supervisor's patience at a start: its functions with a clock that runs a second ahead at each look.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { PROCESSES, ROOT } from '../../harness/cluster.ts';

const run = promisify(execFile);

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'academy-'));
  await mkdir(join(data, 'run'));
});

afterEach(async () => {
  await rm(data, { recursive: true, force: true });
});

/** Runs `script` with the functions of `./academy run`; what it prints. */
async function withRun(script: string): Promise<string> {
  const functions = `
    set -Eeuo pipefail
    root=$1 data=$2
    . "$root/tools/academy/common.sh"
    . "$root/tools/academy/command-run.sh"
    ${script}`;
  return (await run('bash', ['-c', functions, 'run', ROOT, data])).stdout;
}

test('on the folder of a running academy nothing is installed or built', async () => {
  const second = withRun(`
    exec 9>>"$data/run/academy.lock"
    flock 9
    echo 1 >"$data/run/academy.pid"
    ensure_packages() { echo installed; }
    build_all() { echo built; }
    command_run --data "$data"`);
  await expect(second).rejects.toMatchObject({
    stderr: expect.stringContaining('Another academy runs on'),
    stdout: '',
  });
});

test('what is built with Bazel leaves the lock of the folder to the academy', async () => {
  const printed = await withRun(`
    lock_data "$data"
    held=$data_lock
    ensure_npm_packages() { :; }
    bazel() { [[ $(readlink "/proc/$BASHPID/fd/$held") == *academy.lock ]] || echo released; }
    run_bazel build
    flock -n "$data/run/academy.lock" true || echo locked`);
  expect(printed).toBe('released\nlocked\n');
});

test('what a killed backup has left goes with the next start, but not while a backup is at work', async () => {
  await mkdir(join(data, 'run/backup-1'));
  await mkdir(join(data, 'backup/c'), { recursive: true });
  await writeFile(join(data, 'backup/lock'), '');
  const start = `
    ensure_packages() { :; }
    build_all() { :; }
    supervise() { :; }
    command_run --data "$data"`;
  await withRun(`exec 9>>"$data/backup/lock"; flock 9; ${start}`);
  expect(await readdir(join(data, 'run'))).toContain('backup-1');
  await withRun(start);
  expect(await readdir(join(data, 'run'))).not.toContain('backup-1');
  expect(await readdir(join(data, 'backup'))).toEqual(['lock']);
});

test('an upgrade begins when all is ready and no backup is at work', async () => {
  const printed = await withRun(`
    may_roll && echo 'not ready'
    ready=1
    may_roll && echo ready
    role_of[1]=backup
    may_roll || echo waits`);
  expect(printed).toBe('ready\nwaits\n');
});

test('a supervisor that becomes another program is there all the time', async () => {
  const printed = await withRun(`
    . "$root/tools/academy/command-status.sh"
    # Becomes itself again and again, as a roll lets it do once.
    printf '%s\n' '[[ ! -e \$1/run/end ]] || exit 0' 'exec bash "\$0" "\$1" academy run on' >"$data/supervisor.sh"
    bash "$data/supervisor.sh" "$data" academy run on &
    echo "$!" >"$data/run/academy.pid"
    missed=0
    for ((look = 0; look < 100; ++look)); do find_supervisor || missed=$((missed + 1)); done
    touch "$data/run/end"
    wait "$!"
    find_supervisor || echo "missed $missed, then gone"`);
  expect(printed).toBe('missed 0, then gone\n');
});

/** Awaits readiness with `ask`, what the edge replies at the second `clock`; resolves with the second of its end. */
async function awaitReadiness(ask: string): Promise<{ ready: boolean; seconds: number }> {
  const script = `
    set -Eeuo pipefail
    root=$1 data=$2 tls_cert= clock=0
    . "$root/tools/academy/common.sh"
    . "$root/tools/academy/build.sh"
    . "$root/tools/academy/supervise.sh"
    now_ms() { clock=$((clock + 1)); printf -v "$1" '%s' $((clock * 1000)); }
    pause() { :; }
    ask_readiness() { ${ask}; }
    if await_readiness; then printf 'ready %s' "$clock"; else printf 'failed %s' "$clock"; fi`;
  const { stdout } = await run('bash', ['-c', script, 'supervise', ROOT, data]);
  const [outcome, seconds] = stdout.split(' ');
  return { ready: outcome === 'ready', seconds: Number(seconds) };
}

async function publish(names: readonly string[]): Promise<void> {
  for (const name of names) await writeFile(join(data, 'run', `${name}.addr`), '127.0.0.1:1\n');
}

const SILENT = `reply='HTTP/1.1 503 {"silent":["catalog"]}'`;

test('a service that migrates its database is waited for', async () => {
  await publish(PROCESSES.filter((name) => name !== 'catalog'));
  const { ready } = await awaitReadiness(
    `${SILENT}; ((clock < 900)) || { printf x >"$data/run/catalog.addr"; reply='HTTP/1.1 200 OK'; }`,
  );
  expect(ready).toBe(true);
});

test('one that never publishes its address is not waited for without end', async () => {
  await publish(PROCESSES.filter((name) => name !== 'catalog'));
  const { ready, seconds } = await awaitReadiness(SILENT);
  expect(ready).toBe(false);
  expect(seconds).toBeGreaterThanOrEqual(1800);
});

test('one that has published its address and does not answer fails the start', async () => {
  await publish(PROCESSES);
  const { ready, seconds } = await awaitReadiness(SILENT);
  expect(ready).toBe(false);
  expect(seconds).toBeLessThan(120);
});
