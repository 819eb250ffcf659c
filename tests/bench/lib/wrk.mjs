// wrk, which costs little beside what it measures; its script prints what it counted as JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// Counts answers that are not 200 in each thread, and tells latencies in milliseconds.
const REPORT = `
local threads = {}
bad = 0
function setup(thread) table.insert(threads, thread) end
function response(status) if status ~= 200 then bad = bad + 1 end end
function done(summary, latency, requests)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  for _, thread in ipairs(threads) do failed = failed + thread:get("bad") end
  io.write(string.format('JSON{"requests":%d,"seconds":%.6f,"failed":%d,"p50":%.3f,"p99":%.3f,"max":%.3f}\\n',
    summary.requests, summary.duration / 1e6, failed,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
`;

/**
 * One run against an academy: `script` is Lua that defines `request`. With processor seconds of wrk and of the
 * processes named. Throws when an answer was not 200.
 */
export async function wrk(academy, { script, seconds, connections, processes = [] }) {
  const file = join(academy.data, 'bench.lua');
  await writeFile(file, REPORT + script);
  const before = await Promise.all(processes.map((name) => academy.cpuOf(name)));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', file, academy.url];
  // Bash tells what its children used.
  const child = spawn('bash', ['-c', 'TIMEFORMAT="CPU %U %S"; time wrk "$@"', 'bash', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  await once(child, 'close');
  const after = await Promise.all(processes.map((name) => academy.cpuOf(name)));
  const report = /^JSON(.*)$/m.exec(text)?.[1];
  const [, user, system] = /^CPU (\S+) (\S+)$/m.exec(text) ?? [];
  if (report === undefined || user === undefined) throw new Error(`wrk failed:\n${text}`);
  const result = JSON.parse(report);
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.requests} requests failed`);
  const cpu = { wrk: Number(user) + Number(system) };
  processes.forEach((name, index) => (cpu[name] = after[index] - before[index]));
  return { ...result, perSecond: result.requests / result.seconds, cpu };
}
