// Measures how soon the edge reports that a service hangs or is down, and how other calls do meanwhile.
//   node tests/bench/faults.mjs [ROUNDS]
// Starts its own academy from out/, on free ports and a temporary folder; prints milliseconds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '../..');
const rounds = Number(process.argv[2] ?? 3);
const data = await mkdtemp(join(tmpdir(), 'academy-'));
const flags = ['run', '--no-build', '--port', '0', '--grpc-port-base', '0', '--data', data, '--bot-check', 'off'];
const child = spawn(join(ROOT, 'academy'), flags, { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((found) => {
  createInterface(child.stdout).on('line', (line) => {
    const match = /^Academy is ready: (\S+)$/.exec(line);
    if (match) found(match[1]);
  });
});

const pidOf = async (name) => Number(await readFile(join(data, 'run', `${name}.pid`), 'utf8'));

async function call(method, path, body, token) {
  const begun = performance.now();
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body ?? {}) });
  const parsed = await answer.json();
  return { status: answer.status, milliseconds: performance.now() - begun, body: parsed };
}

const account = { email: 'manager@academy.test', password: `Pass-${Date.now()}`, fullname: 'Bench' };
await call('PUT', '/api/cm/auth/signup', account);
const { token } = (await call('POST', '/api/cm/auth/login', account)).body;
const courses = () => call('POST', '/api/cm/course/fetch-courses', {}, token);
const learners = () => call('PUT', '/api/cm/user/fetch-users', {}, token);

async function sample(ask, count) {
  const times = [];
  const statuses = {};
  for (let i = 0; i < count; ++i) {
    const { status, milliseconds } = await ask();
    times.push(milliseconds);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
  return `p50 ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms, statuses ${JSON.stringify(statuses)}`;
}

async function untilAnswered(since) {
  while ((await courses()).status !== 200) await pause(5);
  return (performance.now() - since).toFixed(0);
}

try {
  await sample(courses, 200);
  for (let round = 1; round <= rounds; ++round) {
    console.log(`round ${round}`);
    console.log(`  quiet: learners ${await sample(learners, 200)}`);
    const pid = await pidOf('catalog');

    process.kill(pid, 'SIGSTOP');
    const hung = Promise.all(Array.from({ length: 50 }, courses));
    console.log(`  catalog hangs: learners ${await sample(learners, 200)}`);
    const answers = await hung;
    const slowest = Math.max(...answers.map((answer) => answer.milliseconds)).toFixed(0);
    console.log(
      `  catalog hangs: courses end after at most ${slowest} ms with ${[...new Set(answers.map((a) => a.status))]}`,
    );
    process.kill(pid, 'SIGCONT');
    console.log(`  answered ${await untilAnswered(performance.now())} ms after it continued`);

    process.kill(child.pid, 'SIGSTOP');
    process.kill(pid, 'SIGKILL');
    console.log(`  catalog down: courses ${await sample(courses, 500)}`);
    console.log(`  catalog down: learners ${await sample(learners, 200)}`);
    await pause(3000);
    process.kill(child.pid, 'SIGCONT');
    const address = join(data, 'run', 'catalog.addr');
    while ((await pidOf('catalog')) === pid || !(await readFile(address, 'utf8').catch(() => ''))) await pause(5);
    console.log(`  answered ${await untilAnswered(performance.now())} ms after it was back`);
  }
} finally {
  child.kill('SIGTERM');
  await once(child, 'close');
  await rm(data, { recursive: true, force: true });
}
