// How often the threads of each process wake up for a request, at a steady rate and saturated: each wait for another
// thread, or for the socket, is one voluntary context switch, and waits for threads are futex calls. A request that needs
// one hop wakes the edge twice at least (the client's bytes, the service's answer) and the service once.
//   ./academy bench wakeups [--calls CALL,CALL] [--rate N] [--seconds S] [--futex]
// --futex counts futex calls too, by strace, which slows the processes down.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { cpuOfProcess } from './lib/academy.mjs';
import { hotCalls, makeHotAcademy } from './lib/hot-calls.mjs';
import { load, table } from './lib/report.mjs';

const PROCESSES = ['edge', 'auth', 'catalog', 'enrollment'];
const CONNECTIONS = 32;
const WARM_UP = 100;
// A process with fewer switches a request is not on its way.
const ON_THE_WAY = 0.2;
const STRACE_START_MS = 1000;
// A hash takes much longer than all else.
const LEFT_OUT = ['sign-in'];

const { values } = parseArgs({
  options: {
    calls: { type: 'string' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '3' },
    futex: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);

const { academy, people } = await makeHotAcademy();
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function ask({ method = 'GET', path, body, token, headers = {} }) {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const all = { ...headers, 'content-length': Buffer.byteLength(payload) };
  if (body !== undefined) all['content-type'] = 'application/json';
  if (token !== undefined) all.authorization = `Bearer ${token}`;
  return new Promise((done, fail) => {
    const sent = request(new URL(path, academy.url), { agent, method, headers: all }, (answer) => {
      const pieces = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('end', () => {
        if (answer.statusCode === 200) done(Buffer.concat(pieces));
        else fail(new Error(`${path}: ${answer.statusCode}`));
      });
    });
    sent.on('error', fail);
    sent.end(payload);
  });
}

/** Makes each call at its time, whether or not earlier calls have ended. Returns how many there were. */
async function steadily(call) {
  const calls = [];
  const begun = performance.now();
  for (let i = 0; i < rate * seconds; ++i) {
    const wait = begun + (i * 1000) / rate - performance.now();
    if (wait > 1) await pause(wait);
    calls.push(ask(call()));
  }
  return (await Promise.all(calls)).length;
}

/** Keeps every connection busy. */
async function saturated(call) {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const client = async () => {
    for (; performance.now() < end; ++count) await ask(call());
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return count;
}

/** Voluntary context switches of a process, by thread. */
async function switchesOf(pid) {
  const found = new Map();
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const status = await readFile(`/proc/${pid}/task/${thread}/status`, 'utf8').catch(() => '');
    found.set(thread, Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1] ?? 0));
  }
  return found;
}

/** Futex calls of each process while `work` runs. */
async function futexCalls(pids, work) {
  const tracers = pids.map((pid) => {
    const args = ['-f', '-c', '-U', 'calls,name', '-e', 'trace=futex', '-p', String(pid)];
    const child = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr.on('data', (chunk) => (text += chunk));
    return { child, text: () => text };
  });
  // It attaches to one thread after the other.
  await pause(STRACE_START_MS);
  const result = await work();
  for (const { child } of tracers) {
    child.kill('SIGINT');
    await once(child, 'close');
  }
  const counts = tracers.map(({ text }) => Number(/^\s*(\d+) futex$/m.exec(text())?.[1] ?? 0));
  return { result, counts };
}

async function measure(call, drive) {
  const pids = await Promise.all(PROCESSES.map((name) => academy.pidOf(name)));
  const look = async () => [await Promise.all(pids.map(switchesOf)), await Promise.all(pids.map(cpuOfProcess))];
  const [before, cpuBefore] = await look();
  const count = await drive(call);
  const [after, cpuAfter] = await look();
  const cells = PROCESSES.map((_, i) => {
    const each = [...after[i]].map(([thread, switches]) => (switches - (before[i].get(thread) ?? 0)) / count);
    const all = each.reduce((sum, switches) => sum + switches, 0);
    const cpu = ((cpuAfter[i] - cpuBefore[i]) * 1e6) / count;
    return all < ON_THE_WAY ? '-' : `${all.toFixed(1)} ${cpu.toFixed(0)} us`;
  });
  if (!values.futex) return cells;
  const { result, counts } = await futexCalls(pids, () => drive(call));
  return cells.map((cell, i) => (cell === '-' ? cell : `${cell} (${(counts[i] / result).toFixed(1)})`));
}

try {
  await academy.run();
  const calls = await hotCalls(people, academy.password, ask);
  const wanted = values.calls?.split(',') ?? Object.keys(calls).filter((name) => !LEFT_OUT.includes(name));
  const rows = [];
  for (const name of wanted) {
    const { next, ...fixed } = calls[name];
    const call = () => ({ ...fixed, ...next?.() });
    for (let i = 0; i < WARM_UP; ++i) await ask(call());
    rows.push([name, `${rate} a second`, ...(await measure(call, steadily))]);
    rows.push(['', 'saturated', ...(await measure(call, saturated))]);
  }
  const futex = values.futex ? ' (futex calls)' : '';
  table(
    `context switches and CPU a request${futex}, ${CONNECTIONS} connections (${load()})`,
    ['call', '', ...PROCESSES],
    rows,
  );
} finally {
  agent.destroy();
  await academy.stop();
}
