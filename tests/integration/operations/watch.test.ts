// What ends processes that hang: tools/academy/watch.sh over an edge that says what a test wants, and processes that do
// nothing.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { PROCESSES, ROOT, type ProcessName } from '../../harness/cluster.ts';
import { until } from '../../harness/until.ts';

const ROUNDS = 6;
const SERVICES = PROCESSES.filter((name) => name !== 'edge');

let data: string;
let children: ChildProcess[];
let edge: Server;
/** How often the edge was asked. */
let asked: number;
/** What the edge does with a connection. */
let serve: (socket: Socket) => void;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'academy-'));
  await mkdir(join(data, 'run'));
  children = [];
  asked = 0;
  edge = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  });
  edge.listen(0, '127.0.0.1');
  await once(edge, 'listening');
  const address = edge.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  for (const name of PROCESSES) await writeFile(join(data, 'run', `${name}.addr`), `127.0.0.1:${address.port}\n`);
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  if (edge.listening) edge.close();
  await rm(data, { recursive: true, force: true });
});

/** Starts what looks like the process. */
function start(name: ProcessName): ChildProcess {
  const child = spawn('sleep', ['600'], { argv0: `bin/${name} --data=${data} `, stdio: 'ignore' });
  children.push(child);
  writeFileSync(join(data, 'run', `${name}.pid`), `${child.pid}\n`);
  return child;
}

function watch(flags: readonly string[] = [], stdout: 'ignore' | number = 'ignore'): ChildProcess {
  const child = spawn(join(ROOT, 'tools/academy/watch.sh'), [String(process.pid), data, '1', ...flags], {
    stdio: ['ignore', stdout, 'ignore'],
  });
  children.push(child);
  return child;
}

const ended = (child: ChildProcess) => child.signalCode === 'SIGKILL';

function answer(silent: readonly string[]): (socket: Socket) => void {
  return (socket) => {
    socket.once('data', () => {
      ++asked;
      const body = JSON.stringify({ ready: silent.length === 0, missing: silent, silent });
      socket.end(`HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n${body}`);
    });
  };
}

test.each([{ flags: ['tls'] }, { flags: [] }])(
  'an edge that turns all connections away lives: $flags',
  async ({ flags }) => {
    serve = (socket) => {
      ++asked;
      socket.destroy();
    };
    const process = start('edge');
    watch(flags);
    await until('many rounds', () => asked > 4 * ROUNDS);
    expect(ended(process)).toBe(false);
  },
);

test.each([{ flags: ['tls'] }, { flags: [] }])(
  'an edge that says nothing is ended: $flags',
  async ({ flags }) => {
    serve = () => undefined;
    const process = start('edge');
    watch(flags);
    await until('its end', () => ended(process), 60_000);
  },
  240_000,
);

test.each([{ flags: ['tls'] }, { flags: [] }])('an edge without its port is ended: $flags', async ({ flags }) => {
  edge.close();
  const process = start('edge');
  watch(flags);
  await until('its end', () => ended(process));
});

test('a silent service is ended, though nobody can read of it', async () => {
  serve = answer(['auth']);
  const all = PROCESSES.map(start);
  const full = await open('/dev/full', 'w');
  watch([], full.fd);
  await until('its end', () => ended(all[PROCESSES.indexOf('auth')] as ChildProcess));
  await full.close();
  expect(all.filter(ended)).toHaveLength(1);
});

test('a service that was just started again has its whole time', async () => {
  let second: ChildProcess | undefined;
  const before = ROUNDS - 1;
  serve = (socket) => {
    answer(['auth'])(socket);
    // Before the round that would end the first.
    if (asked === before) second ??= start('auth');
  };
  start('auth');
  start('edge');
  watch();
  const process = await until('the second', () => second);
  await until('its end', () => ended(process));
  expect(asked - before).toBeGreaterThan(ROUNDS);
});

test('an edge that reaches no service is ended before the services, which follow only if that did not help', async () => {
  serve = answer(SERVICES);
  const services = SERVICES.map(start);
  const first = start('edge');
  watch();
  await until('its end', () => ended(first));
  const second = start('edge');
  const before = asked;
  await until('their end', () => services.every(ended));
  expect(asked - before).toBeGreaterThanOrEqual(ROUNDS);
  expect(ended(second)).toBe(false);
});

test('rounds in which the watcher itself was not running do not count', async () => {
  serve = answer(['auth']);
  const process = start('auth');
  start('edge');
  const watcher = watch();
  // Stopped for longer than it may be late, again and again; the time is what is tested.
  for (let i = 0; i <= ROUNDS; ++i) {
    const before = asked;
    await until('a question', () => asked > before || i === 0);
    watcher.kill('SIGSTOP');
    await pause(1500);
    watcher.kill('SIGCONT');
  }
  expect(ended(process)).toBe(false);
}, 240_000);
