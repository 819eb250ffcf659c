// Hostile connections, in a process of their own: holds as many of each kind open as it is told, from many loopback
// addresses, and opens another one when the edge ends one. Started with fork() by lib/hostile.mjs, which sends
// {port, want, addresses, longAnswers}; then it answers each `report` with its counts, and ends at `stop` or when its
// parent does.
import { randomBytes } from 'node:crypto';
import net from 'node:net';

import { everySecond, FIELDS, post, SLOW_HEAD } from './slow-clients.mjs';

const OPENED_A_TICK = 60;
const TICK_MS = 50;
// After a refusal, so that refusals are not all that is measured.
const AGAIN_MS = 1000;
const KIB = 1024;
const PAGES = ['/', '/courses', '/contact', '/api/public/site'];
const PAGE_EVERY = 10;
const TOKEN_EVERY = 5;
const PUBLIC_CALL = '/api/public/fetch-courses';
const SLOW_BODY = post(PUBLIC_CALL, { size: 64 * KIB });
const BODY_BEGINS = SLOW_BODY.indexOf('\r\n\r\n') + 4;

const get = (path, more = '') => `GET ${path} HTTP/1.1\r\n${FIELDS}${more}\r\n`;
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const ENGINE = '/socket.io/?EIO=4&transport=';

/** Sends the next byte of `text`, of which `client.at` are sent. */
function drip(client, text) {
  client.socket.write(text[client.at++]);
}

/** Calls `ask` every so many seconds of the client's life, first at a random one. */
function nowAndThen(client, seconds, ask) {
  client.age ??= Math.floor(Math.random() * seconds);
  if (client.age++ % seconds === 0) ask();
}

// A kind's `connected` sends the first bytes and returns how many of its text they are; `second` is called each second;
// `answered` with what the edge says.
const KINDS = {
  silent: {},
  'slow heads': {
    connected: ({ socket }) => (socket.write(SLOW_HEAD.slice(0, 20)), 20),
    second: (client) => drip(client, SLOW_HEAD),
  },
  'slow bodies': {
    connected: ({ socket }) => (socket.write(SLOW_BODY.slice(0, BODY_BEGINS)), BODY_BEGINS),
    second: (client) => drip(client, SLOW_BODY),
  },
  'slow readers': {
    // Half of the answers come from a file, half from memory.
    connected: ({ socket, number }) => socket.write(number % 2 === 0 ? get(settings.file) : post(PUBLIC_CALL)),
    // Takes what one read has.
    reads: KIB,
    second: ({ socket }) => socket.resume(),
  },
  'live without a token': {
    connected: (client) => {
      client.polls = client.number % 2 === 1;
      client.socket.write(client.polls ? get(`${ENGINE}polling`) : get(`${ENGINE}websocket`, UPGRADE));
    },
    answered: (client, text) => {
      client.sid = /^0\{"sid":"([^"]+)"/m.exec(text)?.[1];
      client.asks = client.polls;
    },
    // After a handshake polls the session; after its end begins another one.
    second: (client) => {
      if (!client.asks) return;
      client.asks = false;
      client.socket.write(get(`${ENGINE}polling${client.sid === undefined ? '' : `&sid=${client.sid}`}`));
    },
  },
  'visitors of pages': {
    second: (client) =>
      nowAndThen(client, PAGE_EVERY, () => client.socket.write(get(PAGES[Math.floor(Math.random() * PAGES.length)]))),
  },
  'random tokens': {
    second: (client) =>
      nowAndThen(client, TOKEN_EVERY, () =>
        client.socket.write(post('/api/user-course/fetch-courses', { token: randomBytes(32).toString('base64url') })),
      ),
  },
};

let settings;
const slots = [];
const counts = {};

function count(kind, what, key) {
  const of = counts[kind];
  if (key === undefined) ++of[what];
  else of[what][key] = (of[what][key] ?? 0) + 1;
}

function hear(client, chunk) {
  const text = chunk.toString('latin1');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  if (status !== undefined) count(client.kind, 'answers', status);
  if (status === '503' || status === '429') client.slot.again = Date.now() + AGAIN_MS;
  KINDS[client.kind].answered?.(client, text);
}

function open(slot) {
  const { connected, reads } = KINDS[slot.kind];
  const client = { ...slot, slot, connected: false, at: 0 };
  const onread = reads && {
    buffer: Buffer.alloc(reads),
    // False pauses until the next second.
    callback: (size, buffer) => (hear(client, buffer.subarray(0, size)), false),
  };
  const from = { localAddress: slot.address, ...(onread && { onread }) };
  const socket = net.connect({ host: '127.0.0.1', port: settings.port, ...from });
  client.socket = socket;
  slot.client = client;
  socket.once('connect', () => {
    client.connected = true;
    count(client.kind, 'opened');
    client.at = connected?.(client) ?? 0;
  });
  socket.on('data', (chunk) => hear(client, chunk));
  socket.on('error', (error) => {
    count(client.kind, 'failed', error.code);
    slot.again = Date.now() + AGAIN_MS;
  });
  // A close that was not preceded by an error is the edge's.
  socket.once('close', (failed) => {
    if (!failed) count(client.kind, 'ended');
    slot.client = undefined;
  });
}

function openMore() {
  const now = Date.now();
  let left = OPENED_A_TICK;
  for (const slot of slots) {
    if (slot.client !== undefined || (slot.again ?? 0) > now) continue;
    open(slot);
    if (--left === 0) return;
  }
}

function begin(message) {
  settings = message;
  for (const [kind, want] of Object.entries(settings.want)) {
    counts[kind] = { opened: 0, answers: {}, ended: 0, failed: {} };
    for (let i = 0; i < want; ++i)
      slots.push({ kind, number: i, address: settings.addresses[i % settings.addresses.length] });
  }
  setInterval(openMore, TICK_MS);
  everySecond(slots, ({ kind, client }) => {
    if (client?.connected && client.socket.writable) KINDS[kind].second?.(client);
  });
}

function report() {
  for (const kind of Object.keys(counts)) {
    counts[kind].open = slots.filter((slot) => slot.kind === kind && slot.client?.connected).length;
  }
  const { user, system } = process.cpuUsage();
  process.send({ counts, cpu: (user + system) / 1e6 });
}

process.on('message', (message) => {
  if (message === 'report') report();
  else if (message === 'stop') process.exit();
  else begin(message);
});
process.on('disconnect', () => process.exit());
