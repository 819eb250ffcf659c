// Two thousand idle connections, and five hundred heads and two hundred bodies that arrive at a byte a second: how a
// REST call is affected, and how much memory an idle connection takes, plain and over TLS.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { promisify } from 'node:util';

import { Academy } from './lib/academy.mjs';
import { probeFor } from './lib/probe.mjs';
import { load, median, ms, table } from './lib/report.mjs';
import { everySecond, post, SLOW_HEAD } from './lib/slow-clients.mjs';

const IDLE = 2000;
const SLOW_HEADS = 500;
const SLOW_BODIES = 200;
const ROUNDS = 3;
// The front door ends slow heads after 10 s.
const SECONDS = 5;
const AT_ONCE = 50;
const KIB = 1024;

const PATH = '/api/cm/auth/check';
const BODY = post('/api/auth/login', { size: 1000 });

/** Opens `count` connections, a few at a time, and sends the first `sent` bytes of `text` on each. */
async function open(count, { port, ca }, text, { sent = text.length, awaitAnswer = false } = {}) {
  const sockets = [];
  const one = () =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port };
      const socket = ca ? tls.connect({ ...options, ca, session: undefined }) : net.connect(options);
      socket.once(ca ? 'secureConnect' : 'connect', () => {
        socket.write(text.slice(0, sent));
        if (!awaitAnswer) resolve(socket);
      });
      socket.once('data', (answer) => {
        if (!awaitAnswer) return;
        if (answer.toString('latin1').startsWith('HTTP/1.1 200')) resolve(socket);
        else reject(new Error(answer.toString('latin1')));
      });
      socket.on('error', reject);
    });
  while (sockets.length < count) {
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, one))));
  }
  return sockets;
}

/** Sends a byte a second on each socket, until `stop()`. */
function drip(sockets, text, from) {
  const clients = sockets.map((socket) => ({ socket, at: from }));
  return everySecond(clients, (client) => client.socket.write(text.slice(client.at, ++client.at)));
}

async function measure(name, flags, ca) {
  const academy = await Academy.start(0, { seed: 'seed_live', seedArgs: [1], flags });
  try {
    const token = academy.seeded.managers[0];
    const target = [academy.url, PATH, token, ca ? { ca } : {}];
    const where = { port: new URL(academy.url).port, ca };
    await probeFor(2, ...target);
    const rounds = [];
    for (let round = 0; round < ROUNDS; ++round) {
      const quiet = await probeFor(SECONDS, ...target);
      const before = await academy.pssOf('edge');
      const idle = await open(IDLE, where, post(PATH, { token }), { awaitAnswer: true });
      await pause(1000);
      const memory = (await academy.pssOf('edge')) - before;
      const heads = await open(SLOW_HEADS, where, SLOW_HEAD, { sent: 400 });
      const bodies = await open(SLOW_BODIES, where, BODY, { sent: BODY.length - 990 });
      const dripping = [drip(heads, SLOW_HEAD, 400), drip(bodies, BODY, BODY.length - 990)];
      const parked = await probeFor(SECONDS, ...target);
      for (const drops of dripping) drops.stop();
      const left = [...idle, ...heads, ...bodies].filter((socket) => !socket.closed).length;
      for (const socket of [...idle, ...heads, ...bodies]) socket.destroy();
      await pause(500);
      rounds.push({ quiet, parked, memory, left });
    }
    const of = (figure) => median(rounds.map(figure));
    return [
      name,
      ms(of((r) => r.quiet.p99)),
      ms(of((r) => r.parked.p99)),
      of((r) => r.parked.p99 / r.quiet.p99).toFixed(2),
      `${ms(of((r) => r.quiet.p50))} / ${ms(of((r) => r.parked.p50))}`,
      // In later rounds the first round's memory is still allocated.
      `${(rounds[0].memory / IDLE / KIB).toFixed(2)} KiB`,
      String(Math.min(...rounds.map((r) => r.left))),
    ];
  } finally {
    await academy.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'academy-'));
try {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
  ]);
  const rows = [
    await measure('plain', []),
    await measure('TLS', ['--tls-cert', certificate, '--tls-key', key], await readFile(certificate)),
  ];
  table(
    `A REST call beside ${IDLE} idle, ${SLOW_HEADS} slow heads, ${SLOW_BODIES} slow bodies; medians of ${ROUNDS} (${load()})`,
    ['', 'p99 quiet', 'p99 parked', 'ratio (aim 2)', 'p50 quiet / parked', 'an idle one (aim 16 KiB)', 'still open'],
    rows,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
