// Clients that make one call after another on connections that stay open, which cost less than fetch.
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const RETRIES = 50;
const RETRY_MS = 100;

export class Caller {
  /** Calls `academy` with `token`; at most `connections` at a time. */
  constructor(academy, token, connections = 1) {
    Object.assign(this, { url: academy.url, token });
    this.agent = new http.Agent({ keepAlive: true, maxSockets: connections });
    // How often a service was not available: on a busy machine another one may answer it too late.
    this.refused = 0;
  }

  /** Resolves to the parsed answer; rejects if it is a failure, after some retries if a service is not available. */
  async call(...call) {
    for (let attempt = 1; ; ++attempt) {
      const { status, text } = await this.#ask(...call);
      if (status < 300) return JSON.parse(text);
      if (status !== 503 || attempt === RETRIES) throw new Error(`${call[0]} ${call[1]}: ${status} ${text}`);
      ++this.refused;
      await pause(RETRY_MS);
    }
  }

  #ask(method, path, body = {}, type = 'application/json') {
    const text = type === 'application/json' ? JSON.stringify(body) : body;
    const headers = {
      'content-type': type,
      'content-length': Buffer.byteLength(text),
      authorization: `Bearer ${this.token}`,
    };
    return new Promise((resolve, reject) => {
      const request = http.request(this.url + path, { method, agent: this.agent, headers }, (answer) => {
        const pieces = [];
        answer.on('data', (piece) => pieces.push(piece));
        answer.once('error', reject);
        answer.once('end', () => {
          resolve({ status: answer.statusCode, text: Buffer.concat(pieces).toString() });
        });
      });
      request.once('error', reject);
      request.end(text);
    });
  }

  close() {
    this.agent.destroy();
  }
}

/** Runs `make(i)` for each i below `count`, `together` at a time. Returns the seconds that it took. */
export async function repeat(count, together, make) {
  let next = 0;
  const begun = performance.now();
  const work = async () => {
    for (let i = next++; i < count; i = next++) await make(i);
  };
  await Promise.all(Array.from({ length: together }, work));
  return (performance.now() - begun) / 1000;
}

/** Repeats `call` until `stop()`, which returns how many there were and the longest and median time in milliseconds. */
export function repeatedly(call, pauseMs) {
  const times = [];
  let over = false;
  const running = (async () => {
    while (!over) {
      const begun = performance.now();
      await call();
      times.push(performance.now() - begun);
      await pause(pauseMs);
    }
  })();
  return {
    async stop() {
      over = true;
      await running;
      times.sort((a, b) => a - b);
      return { calls: times.length, p50: times[Math.floor(times.length / 2)] ?? NaN, max: times.at(-1) ?? NaN };
    },
  };
}
