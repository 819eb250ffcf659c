// The servers that the academy is compared with: they answer the same calls, and start and stop like an Academy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { cpuOfProcess, ROOT } from './academy.mjs';

const FOLDER = join(ROOT, 'tests/bench/rivals');

/** A server of one process. */
class Rival {
  constructor(child, data, port) {
    Object.assign(this, { child, data, url: `http://127.0.0.1:${port}` });
  }

  /** Processor time that it has used, in seconds. */
  cpuOf() {
    return cpuOfProcess(this.child.pid);
  }

  async stop() {
    this.child.kill('SIGTERM');
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    await rm(this.data, { recursive: true, force: true });
  }
}

/**
 * Fills a database with the academy's answers, `{users, courses, assignments, sessions, password}`, and starts on it what
 * `command` makes of its path.
 */
async function startOn(answers, command, env = {}) {
  const data = await mkdtemp(join(tmpdir(), 'academy-'));
  const database = join(data, 'rival.db');
  await writeFile(join(data, 'answers.json'), JSON.stringify(answers));
  const filler = spawn('node', [join(FOLDER, 'fill.mjs'), database, join(data, 'answers.json')], { stdio: 'inherit' });
  const [code] = await once(filler, 'close');
  if (code !== 0) throw new Error("a rival's database could not be filled");
  const [program, ...args] = command(database);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const [port] = await once(createInterface(child.stdout), 'line');
  return new Rival(child, data, port);
}

/** Starts Fastify with better-sqlite3. */
export function startFastify(answers) {
  return startOn(answers, (database) => ['node', join(FOLDER, 'fastify.mjs'), database], { NODE_ENV: 'production' });
}

/** Starts a monolith in C++: Boost.Beast and SQLite, two threads. */
export function startMonolith(answers) {
  return startOn(answers, (database) => [join(ROOT, 'out/bench/monolith'), database, '2']);
}

/** Starts nginx with one worker, which answers every request itself with `body`. */
export async function startNginx(body) {
  const data = await mkdtemp(join(tmpdir(), 'academy-'));
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(data, 'nginx.conf'),
    `daemon off; master_process off; pid ${data}/pid; error_log stderr error;
     events { worker_connections 4096; }
     http {
       access_log off; keepalive_requests 1000000000; default_type application/json;
       ${paths.map((name) => `${name}_temp_path ${data}/${name};`).join(' ')}
       server { listen 127.0.0.1:${port}; location / { return 200 '${body}'; } }
     }`,
  );
  const child = spawn('nginx', ['-p', data, '-c', join(data, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await pause(20);
  }
  return new Rival(child, data, port);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy(resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
