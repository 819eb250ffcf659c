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

const IDLE = 2000;
const SLOW_HEADS = 500;
const SLOW_BODIES = 200;
const ROUNDS = 3;
// The front door ends slow heads after 10 s.
const SECONDS = 5;
const AT_ONCE = 50;
const KIB = 1024;

// Roughly what a browser sends.
const FIELDS =
  'Host: 127.0.0.1\r\nAccept: application/json\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: ar,en;q=0.9\r\n' +
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\n';
const WHOLE = (token) =>
  `POST /api/cm/auth/check HTTP/1.1\r\n${FIELDS}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
const HEAD = `GET /api/public/site HTTP/1.1\r\n${FIELDS}X-Slow: ${'a'.repeat(1000)}`;
const BODY = `POST /api/auth/login HTTP/1.1\r\n${FIELDS}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{${' '.repeat(998)}`;

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

/** Sends a byte a second on each socket, spread over the second, until `stop()`. */
function drip(sockets, text, from) {
  const at = sockets.map(() => from);
  let next = 0;
  const timer = setInterval(() => {
    for (let i = 0; i < sockets.length / 10; ++i, next = (next + 1) % sockets.length) {
      sockets[next].write(text.slice(at[next], ++at[next]));
    }
  }, 100);
  return { stop: () => clearInterval(timer) };
}

async function measure(name, flags, ca) {
  const academy = await Academy.start(0, { seed: 'seed_live', seedArgs: [1], flags });
  try {
    const token = academy.seeded.managers[0];
    const target = [academy.url, '/api/cm/auth/check', token, ca ? { ca } : {}];
    const where = { port: new URL(academy.url).port, ca };
    await probeFor(2, ...target);
    const rounds = [];
    for (let round = 0; round < ROUNDS; ++round) {
      const quiet = await probeFor(SECONDS, ...target);
      const before = await academy.pssOf('edge');
      const idle = await open(IDLE, where, WHOLE(token), { awaitAnswer: true });
      await pause(1000);
      const memory = (await academy.pssOf('edge')) - before;
      const heads = await open(SLOW_HEADS, where, HEAD, { sent: 400 });
      const bodies = await open(SLOW_BODIES, where, BODY, { sent: BODY.length - 990 });
      const dripping = [drip(heads, HEAD, 400), drip(bodies, BODY, BODY.length - 990)];
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
