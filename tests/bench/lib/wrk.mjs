// wrk, which costs little beside what it measures; its script prints what it counted as JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// Counts failures, and tells latencies in milliseconds. Without a function for each answer, which would make wrk keep and
// parse what it only has to count.
const REPORT = `
function done(summary, latency, requests)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  io.write(string.format('JSON{"requests":%d,"seconds":%.6f,"failed":%d,"p50":%.3f,"p99":%.3f,"max":%.3f}\\n',
    summary.requests, summary.duration / 1e6, failed,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
`;

/** Lua for the same request again and again; it costs wrk less than a function that makes each. */
export function always({ method, path, body = undefined, token = undefined }) {
  const headers = [];
  if (token !== undefined) headers.push(`["Authorization"] = "Bearer ${token}"`);
  if (body !== undefined) headers.push('["Content-Type"] = "application/json"');
  // Lua's long brackets take JSON as it is.
  return `wrk.method, wrk.path, wrk.headers = "${method}", "${path}", {${headers.join(', ')}}
    ${body === undefined ? '' : `wrk.body = [==[${JSON.stringify(body)}]==]`}`;
}

/**
 * One run against an academy, or whatever else has its `url`, `data` and `cpuOf`: `script` is Lua that says what to ask.
 * With processor seconds of wrk and of the processes named. Throws when an answer was a failure.
 */
export async function wrk(target, { script, seconds, connections, processes = [] }) {
  const file = join(target.data, 'bench.lua');
  await writeFile(file, REPORT + script);
  const before = await Promise.all(processes.map((name) => target.cpuOf(name)));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', file, target.url];
  // Bash tells what its children used.
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
