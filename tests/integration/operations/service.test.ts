// What systemd hears of the academy, and what signals do to it.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { Cluster, PROCESSES } from '../../harness/cluster.ts';
import { until } from '../../harness/until.ts';

/** Prints each datagram that comes to the socket. In Perl, because Node.js has no such sockets. */
const HEAR = `use Socket; socket(S, AF_UNIX, SOCK_DGRAM, 0); bind(S, sockaddr_un($ARGV[0])) or die;
  $| = 1; while (defined recv(S, $said, 4096, 0)) { print "$said\\n" }`;

let folder: string;
let socket: string;
let manager: ChildProcess;
let heard: string;
let cluster: Cluster | undefined;

const count = (word: string) => heard.split('\n').filter((line) => line === word).length;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-'));
  socket = join(folder, 'notify');
  heard = '';
  manager = spawn('perl', ['-e', HEAR, socket], { stdio: ['ignore', 'pipe', 'ignore'] });
  manager.stdout?.on('data', (text) => (heard += String(text)));
  await until('the socket', () => existsSync(socket));
});
afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
  manager.kill();
  await rm(folder, { recursive: true, force: true });
});

/** As systemd starts it, with rounds of a second. */
const start = async (watchdogSeconds: number) => {
  const env = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: `${watchdogSeconds}000000` };
  cluster = await Cluster.start({ env, flags: ['--silence-limit', '6'] });
  return cluster;
};

test('systemd hears that the academy is ready, that it answers, and that it stops', async () => {
  const academy = await start(120);
  await until('two signs of life', () => count('WATCHDOG=1') >= 2);
  expect(count('READY=1')).toBe(1);
  await academy.stop();
  await until('the end', () => count('STOPPING=1') === 1);
});

test('systemd hears nothing of an academy whose edge hangs, until that was started again', async () => {
  const academy = await start(120);
  await until('a sign of life', () => count('WATCHDOG=1') >= 1);
  const pid = await academy.pidOf('edge');
  await academy.freeze(pid);
  // One round may be under way.
  const before = count('WATCHDOG=1') + 1;
  await until('its end', async () => (await academy.pidOf('edge')) !== pid, 60_000);
  expect(count('WATCHDOG=1')).toBeLessThanOrEqual(before);
  await until('a sign of life again', () => count('WATCHDOG=1') > before);
}, 180_000);

test('no process of the academy can speak for it', async () => {
  const academy = await start(120);
  for (const name of PROCESSES) {
    expect(await readFile(`/proc/${await academy.pidOf(name)}/environ`, 'utf8')).not.toContain(socket);
  }
});

test('a limit of silence for which systemd does not wait is refused', async () => {
  await expect(start(10)).rejects.toThrow(
    /--silence-limit 6 is too long for the unit's WatchdogSec of 10 s\. Fix: 3 at most/,
  );
});

test('SIGHUP, as of a closed terminal, makes the edge read its files again and stops nothing', async () => {
  const academy = await start(120);
  const pids = () => Promise.all(PROCESSES.map((name) => academy.pidOf(name)));
  const before = await pids();
  process.kill(academy.pid, 'SIGHUP');
  await until('the reload', async () => (await academy.logOf('edge')).includes('site reloaded'));
  process.kill(academy.pid, 'SIGHUP');
  await until('another', async () => (await academy.logOf('edge')).split('site reloaded').length > 2);
  expect(await pids()).toEqual(before);
  await academy.ready();
});
