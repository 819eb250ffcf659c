// A visitor who makes one call after another with a short pause between: shows how load affects the time of an answer.
import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 4;

/**
 * Calls `path` with POST and `{}`, with a token unless it is undefined, until `stop()`, which returns the percentiles in
 * milliseconds.
 */
export function probe(url, path, token, tls = {}) {
  const { request, Agent } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ...tls });
  const headers = { 'content-type': 'application/json', 'content-length': 2 };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const times = [];
  const statuses = {};
  let over = false;
  const once = () =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const call = request(url + path, { method: 'POST', agent, headers }, (answer) => {
        answer.resume();
        answer.once('end', () => {
          times.push(performance.now() - begun);
          statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
          resolve();
        });
      });
      call.once('error', reject);
      call.end('{}');
    });
  const running = (async () => {
    while (!over) {
      await once();
      await pause(PAUSE_MS);
    }
  })();
  return {
    async stop() {
      over = true;
      await running;
      agent.destroy();
      times.sort((a, b) => a - b);
      const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? NaN;
      return { calls: times.length, p50: at(0.5), p99: at(0.99), max: at(1), statuses };
    },
  };
}

export async function probeFor(seconds, ...target) {
  const visitor = probe(...target);
  await pause(seconds * 1000);
  return visitor.stop();
}
