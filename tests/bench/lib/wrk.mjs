// Runs wrk, which costs little compared with what it measures; its script prints the counts as JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// Reports failures and latencies in milliseconds. Has no function per answer, which would make wrk keep and parse
// answers that it only has to count.
const REPORT = `
function done(summary, latency, requests)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  io.write(string.format('JSON{"requests":%d,"bytes":%d,"seconds":%.6f,"failed":%d,"p50":%.3f,"p99":%.3f,"max":%.3f}\\n',
    summary.requests, summary.bytes, summary.duration / 1e6, failed,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
`;

/** Lua for repeating one request, which costs wrk less than a function that makes each request. */
export function always({ method, path, body = undefined, token = undefined, accept = undefined }) {
  const headers = [];
  if (token !== undefined) headers.push(`["Authorization"] = "Bearer ${token}"`);
  if (body !== undefined) headers.push('["Content-Type"] = "application/json"');
  if (accept !== undefined) headers.push(`["Accept-Encoding"] = "${accept}"`);
  // Inside Lua's long brackets JSON needs no escaping.
  return `wrk.method, wrk.path, wrk.headers = "${method}", "${path}", {${headers.join(', ')}}
    ${body === undefined ? '' : `wrk.body = [==[${JSON.stringify(body)}]==]`}`;
}

/**
 * One run against an academy, or anything else with its `url`, `data` and `cpuOf`. `script` is Lua that makes the
 * requests. The result includes the processor seconds of wrk and of the processes named. Throws if an answer was a
 * failure.
 */
export async function wrk(target, { script, seconds, connections, processes = [] }) {
  const file = join(target.data, 'bench.lua');
  await writeFile(file, REPORT + script);
  const before = await Promise.all(processes.map((name) => target.cpuOf(name)));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', file, target.url];
  // Bash's `time` reports what its child used.
  const child = spawn('bash', ['-c', 'TIMEFORMAT="CPU %U %S"; time wrk "$@"', 'bash', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  await once(child, 'close');
  const after = await Promise.all(processes.map((name) => target.cpuOf(name)));
  const report = /^JSON(.*)$/m.exec(text)?.[1];
  const [, user, system] = /^CPU (\S+) (\S+)$/m.exec(text) ?? [];
  if (report === undefined || user === undefined) throw new Error(`wrk failed:\n${text}`);
  const result = JSON.parse(report);
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.requests} requests failed`);
  const cpu = { wrk: Number(user) + Number(system) };
  processes.forEach((name, index) => (cpu[name] = after[index] - before[index]));
  return { ...result, perSecond: result.requests / result.seconds, cpu };
}
