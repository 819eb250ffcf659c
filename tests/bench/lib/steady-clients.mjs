// Clients that keep sending requests while a server stops and starts, and account for every request they sent. A client
// retries only if nothing of its request was sent, because its connection was refused or already closed. Every request
// that was sent must get a complete answer.
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A connection; a request gets its answer, or undefined if the connection ended before the answer was complete. */
class Connection {
  constructor(port) {
    this.socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
    this.bytes = Buffer.alloc(0);
    this.ended = false;
    this.socket.on('data', (chunk) => {
      this.bytes = Buffer.concat([this.bytes, chunk]);
      this.wake?.();
    });
    for (const event of ['end', 'error', 'close']) {
      this.socket.on(event, () => {
        this.ended = true;
        this.wake?.();
      });
    }
  }

  /** False if the connection is refused. */
  open() {
    return new Promise((resolve) => {
      this.socket.once('connect', () => resolve(true));
      this.socket.once('error', () => resolve(false));
    });
  }

  async ask(request) {
    this.socket.write(request);
    for (;;) {
      const answer = this.take();
      if (answer !== undefined || this.ended) return answer;
      await new Promise((resolve) => (this.wake = resolve));
    }
  }

  take() {
    const end = this.bytes.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const head = this.bytes.subarray(0, end).toString('latin1');
    const length = Number(/^content-length: *(\d+)$/im.exec(head)?.[1] ?? 0);
    if (this.bytes.length < end + 4 + length) return undefined;
    const body = this.bytes.subarray(end + 4, end + 4 + length).toString();
    this.bytes = this.bytes.subarray(end + 4 + length);
    return { status: Number(head.slice(9, 12)), body, closes: /^connection: *close$/im.test(head) };
  }

  close() {
    this.socket.destroy();
  }
}

/** The bytes of one request. */
export function requestText({ method, path, token, body = {} }) {
  const text = JSON.stringify(body);
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: academy.test',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n');
}

export class SteadyClients {
  /** Clients of `port`, as many of each kind as given, which send `requests` in turn. */
  constructor(port, requests, { keepAlive = 8, thoughtful = 8, fresh = 8 } = {}) {
    Object.assign(this, { port, requests, running: true });
    this.counts = { answered: 0, refused: 0, closedBefore: 0, lost: [], wrong: [] };
    const kinds = { 'keep-alive': keepAlive, thoughtful, fresh };
    this.loops = Object.entries(kinds).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, index) => this.loop(kind, index)),
    );
  }

  /** Lets every request in flight end. */
  async stop() {
    this.running = false;
    await Promise.all(this.loops);
    return this.counts;
  }

  async loop(kind, index) {
    let connection;
    for (let turn = index; this.running; ++turn) {
      if (kind === 'thoughtful') await pause(Math.random() * 300);
      if (connection?.ended) {
        connection.close();
        connection = undefined;
        ++this.counts.closedBefore;
      }
      if (connection === undefined) {
        connection = new Connection(this.port);
        if (!(await connection.open())) {
          connection = undefined;
          ++this.counts.refused;
          await pause(5);
          continue;
        }
      }
      const { name, text } = this.requests[turn % this.requests.length];
      const sent = performance.now();
      const answer = await connection.ask(text);
      const took = performance.now() - sent;
      if (answer === undefined) {
        const part = connection.bytes.length;
        this.counts.lost.push(`${name} on a ${kind} connection, ${part} bytes answered, after ${took.toFixed(1)} ms`);
      } else if (answer.status !== 200) {
        this.counts.wrong.push(`${name}: ${answer.status} ${answer.body.slice(0, 200)}`);
      } else {
        JSON.parse(answer.body);
        ++this.counts.answered;
      }
      if (answer === undefined || answer.closes || kind === 'fresh') {
        connection.close();
        connection = undefined;
      }
    }
    connection?.close();
  }
}
