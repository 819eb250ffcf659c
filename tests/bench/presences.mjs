// Two presences and two edges over PostgreSQL: how soon a takeover reaches the connection at the other edge, how soon every
// edge refuses a revoked token, both also while a presence is killed, and what a manager's socket receives while many are
// online.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { io } from 'socket.io-client';

import { Academy, tool, toolPath } from './lib/academy.mjs';
import { LiveLoad } from './lib/live-load.mjs';
import { startEdge, startPresence } from './lib/more-edges.mjs';
import { Cluster } from './lib/postgresql.mjs';
import { load, ms, table } from './lib/report.mjs';

const CONNECTIONS = Number(process.argv[2] ?? 2000);
const ONLINE = Number(process.argv[3] ?? 50_000);
const SAMPLES = 100;
const CHANGES_A_SECOND = 100;
const WATCH_SECONDS = 30;
const MANAGERS = 1;

const at = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))];

async function call(edge, method, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`http://127.0.0.1:${edge.port}${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

async function live(edge, token) {
  const socket = io(`http://127.0.0.1:${edge.port}`, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  await new Promise((connected, failed) => socket.once('connect', connected).once('connect_error', failed));
  return socket;
}

/** Milliseconds from the answer to the newer sign-in until the older connection, at the other edge, is told. */
async function takeover(edges, number, { token, email, password }) {
  const socket = await live(edges[number % 2], token);
  const told = new Promise((tell) => socket.once('anotherDevice', () => tell(performance.now())));
  const { status } = await call(edges[(number + 1) % 2], 'POST', '/api/auth/login', { email, password });
  const answered = performance.now();
  if (status !== 200) throw new Error(`the sign-in was answered with ${status}`);
  const after = (await told) - answered;
  socket.close();
  return Math.max(0, after);
}

/** Milliseconds from the answer to a sign-out until the last edge refuses the token. */
async function revocation(edges, number, token) {
  let answered = 0;
  const refused = edges.map(async (edge) => {
    for (;;) {
      const { status } = await call(edge, 'POST', '/api/user/fetch-info', {}, token);
      if (status === 401) return performance.now();
      await pause(2);
    }
  });
  const { status } = await call(edges[number % 2], 'POST', '/api/auth/logout', {}, token);
  answered = performance.now();
  if (status !== 200) throw new Error(`the sign-out was answered with ${status}`);
  return Math.max(0, Math.max(...(await Promise.all(refused))) - answered);
}

/** Leads to an edge, and counts the bytes that it sends. */
async function meter(edge) {
  const counted = { bytes: 0 };
  const server = createServer((client) => {
    const upstream = connect(edge.port, '127.0.0.1');
    client.pipe(upstream);
    upstream.on('data', (bytes) => (counted.bytes += bytes.length)).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(counted, { port: server.address().port, stop: () => server.close() });
}

const cluster = new Cluster();
const addresses = await mkdtemp(join(tmpdir(), 'academy-addresses-'));
const data = await mkdtemp(join(tmpdir(), 'academy-'));
const running = [];
const loads = [];
const academy = new Academy(data, ['--db-files', addresses]);
try {
  for (const name of ['auth', 'catalog', 'enrollment', 'presence']) {
    await writeFile(join(addresses, name), cluster.create(name), { mode: 0o600 });
  }
  await academy.run();
  await academy.end();
  const url = await readFile(join(addresses, 'auth'), 'utf8');
  const { learners, managers, password } = await tool('seed_live', url, CONNECTIONS + 4 * SAMPLES, MANAGERS);
  await academy.run();
  const first = (await readFile(join(data, 'run/presence.addr'), 'utf8')).trim();
  const second = await startPresence(academy, join(addresses, 'presence'));
  running.push(second);
  const presences = [first, `127.0.0.1:${second.port}`];
  for (let i = 0; i < 2; ++i) running.push(await startEdge(academy, [`--presence=ipv4:${presences.join(',')}`]));
  const edges = running.slice(1);

  // Connections that are there meanwhile, half at each edge.
  for (const [i, edge] of edges.entries()) {
    const tokens = join(addresses, `tokens-${i}`);
    await writeFile(
      tokens,
      learners
        .slice(0, CONNECTIONS)
        .filter((_, j) => j % 2 === i)
        .join('\n'),
      { mode: 0o600 },
    );
    const crowd = new LiveLoad(edge.port, tokens);
    loads.push(crowd);
    const { failed } = await crowd.command('connect', 0, CONNECTIONS / 2, 0);
    if (failed > 0) throw new Error(`${failed} connections failed`);
  }

  let next = CONNECTIONS;
  const learner = () => ({ token: learners[next], email: `learner-${next++}@academy.example`, password });
  const series = async (measure) => {
    const times = [];
    for (let i = 0; i < SAMPLES; ++i) times.push(await measure(i));
    return times;
  };
  const takeovers = await series((i) => takeover(edges, i, learner()));
  const revocations = await series((i) => revocation(edges, i, learner().token));
  second.child.kill('SIGKILL');
  const takeoversKilled = await series((i) => takeover(edges, i, learner()));
  const revocationsKilled = await series((i) => revocation(edges, i, learner().token));

  // As an edge with more learners than one takes; to the presence that is left.
  const crowd = spawn(toolPath('presence_load'), [data, ONLINE, CHANGES_A_SECOND, first].map(String), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(createInterface(crowd.stdout), 'line');
  const metered = await meter(edges[0]);
  const watcher = await live(metered, managers[0]);
  let total = 0;
  watcher.on('onlineCount', (count) => (total = count.total));
  while (total < ONLINE) await pause(100);
  const before = metered.bytes;
  await pause(WATCH_SECONDS * 1000);
  const bytes = (metered.bytes - before) / WATCH_SECONDS;
  watcher.close();
  metered.stop();
  crowd.stdin.end();
  await once(crowd, 'close');

  const row = (what, values, aim) => [what, ...[at(values, 0.5), at(values, 0.99), Math.max(...values)].map(ms), aim];
  table(
    `two presences, two edges, ${CONNECTIONS} connections, ${SAMPLES} samples each (${load()})`,
    ['after the answer', 'p50', 'p99', 'most', 'aim'],
    [
      row('a takeover is told at the other edge', takeovers, 'p99 < 500 ms'),
      row('  after a presence was killed', takeoversKilled, 'p99 < 500 ms'),
      row('a revoked token is refused at both edges', revocations, '< 1000 ms'),
      row('  after a presence was killed', revocationsKilled, '< 1000 ms'),
    ],
  );
  table(
    `${ONLINE} online, ${CHANGES_A_SECOND} of them come or go each second, for ${WATCH_SECONDS} s (${load()})`,
    ['', 'figure', 'aim'],
    [['a manager receives each second', `${bytes.toFixed(0)} bytes`, '< 20480 bytes']],
  );
} finally {
  for (const crowd of loads) await crowd.stop();
  for (const each of running.reverse()) await each.stop();
  await academy.end();
  cluster.stop();
  for (const folder of [addresses, data]) await rm(folder, { recursive: true, force: true });
}
