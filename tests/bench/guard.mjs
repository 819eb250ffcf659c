// Counts the instructions of each hot call, in the edge and the services together, and compares them with the table in
// guard/ of this Debian, whose compiler and libraries they depend on: beyond 5 % more or fewer (15 % for slow ones), it
// fails. Without a table of this Debian, only what follows is checked. No clock is involved; the processes run under valgrind (lib/callgrind.mjs).
//   ./academy bench guard [--renew] [--only CALL,CALL] [--report FILE]
// --renew writes what was counted into the table. The report has the numbers of calls that passed and failed, and then
// what failed. Last, one call is given more work, which must be noticed.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';

import { ROOT } from './lib/academy.mjs';
import { CountedAcademy } from './lib/callgrind.mjs';
import { hotCalls, makeHotAcademy } from './lib/hot-calls.mjs';
import { load, table } from './lib/report.mjs';

const { VERSION_ID } = parseEnv(await readFile('/etc/os-release', 'utf8'));
const TABLE = `tests/bench/guard/debian-${VERSION_ID}.json`;
const TOLERANCE = 0.05;
const WARM_UP = 20;
const ROUNDS = 5;
const REQUESTS = 100;
const FAILED_ROUNDS = 3;
const ON_THE_WAY = 0.03;
// A password's hash takes a second under valgrind, and what it takes depends on the processor: it is left out. What every
// process does each second, such as the feeds' heartbeats, is counted with so few and so slow requests.
const SLOW = { 'sign-in': { warmUp: 2, rounds: 3, requests: 3, tolerance: 0.15, onTheWay: 0.1 } };
const HASH = /::Argon2id::(Hash|Verify)\(/;
// The call that is given more to read.
const PADDED = 'trylogin';
const PADDING_BYTES = 1000;
const AGAIN = 2;
const RENEW = './academy bench guard --renew';

const { values } = parseArgs({
  options: {
    renew: { type: 'boolean', default: false },
    only: { type: 'string' },
    report: { type: 'string' },
  },
});

/** Instructions a request, by process. What happens beside the requests only adds, so the fewest of all rounds count. */
async function countCall(academy, call, { warmUp, rounds, requests, onTheWay = ON_THE_WAY }) {
  const made = () => {
    const { next, ...fixed } = call;
    return { ...fixed, ...next?.() };
  };
  for (let i = 0; i < warmUp; ++i) await academy.askWarmingUp(made());
  const fewest = {};
  for (let round = 0, failed = 0; round < rounds; ++round) {
    const refused = [];
    const counts = await academy.count(async () => {
      for (let i = 0; i < requests; ++i) {
        const { status, body } = await academy.ask(made());
        if (status !== 200) refused.push(`${status} ${body}`);
      }
    }, HASH);
    // A busy machine lets a call run out of time: that round says nothing.
    if (refused.length > 0) {
      if (++failed > FAILED_ROUNDS) throw new Error(`answered with ${refused[0]}`);
      --round;
      continue;
    }
    for (const [name, count] of Object.entries(counts))
      fewest[name] = Math.min(fewest[name] ?? Infinity, Math.round(count / requests));
  }
  // A process that is not on the request's way has done something else meanwhile.
  const all = sum(fewest);
  return Object.fromEntries(Object.entries(fewest).filter(([, count]) => count >= all * onTheWay));
}

const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);
const thousands = (count) => count.toLocaleString('en-US');

/** What is wrong with a call's counts; undefined if nothing is. */
function complaint(name, counts, known) {
  if (known === undefined) return `${name} is not in ${TABLE}`;
  const change = sum(counts) / sum(known) - 1;
  if (Math.abs(change) <= (SLOW[name]?.tolerance ?? TOLERANCE)) return undefined;
  const where = Object.keys({ ...known, ...counts }).map(
    (process) => `${process} ${known[process] ?? 0} -> ${counts[process] ?? 0}`,
  );
  const word = change > 0 ? 'more' : 'fewer';
  const percent = Math.abs(change * 100).toFixed(1);
  return `${name} takes ${percent} % ${word} instructions than ${TABLE} says: ${where.join(', ')}`;
}

async function countAll(known) {
  const { academy, people } = await makeHotAcademy();
  const counted = {};
  let noticed = true;
  try {
    const running = await CountedAcademy.start(academy.data);
    try {
      const calls = await hotCalls(people, academy.password, (call) => running.askWarmingUp(call));
      const wanted = values.only?.split(',') ?? Object.keys(calls);
      for (const name of wanted) {
        const pace = SLOW[name] ?? { warmUp: WARM_UP, rounds: ROUNDS, requests: REQUESTS };
        counted[name] = await countCall(running, calls[name], pace);
        // On a busy machine whole minutes may add something; more requests can only take it away again.
        for (let again = 0; again < AGAIN && known[name] && complaint(name, counted[name], known[name]); ++again) {
          const counts = await countCall(running, calls[name], pace);
          if (sum(counts) < sum(counted[name])) counted[name] = counts;
        }
        const change = known[name] ? `${((sum(counted[name]) / sum(known[name]) - 1) * 100).toFixed(1)} %` : 'new';
        console.log(`  ${name}: ${thousands(sum(counted[name]))} (${change})`);
      }
      if (counted[PADDED]) {
        const padded = { ...calls[PADDED], headers: { 'x-padding': 'x'.repeat(PADDING_BYTES) } };
        const counts = await countCall(running, padded, { warmUp: WARM_UP, rounds: 1, requests: REQUESTS });
        noticed = complaint(PADDED, counts, counted[PADDED]) !== undefined;
        console.log(`  ${PADDED} with ${PADDING_BYTES} bytes more to read: ${thousands(sum(counts))}`);
      }
    } finally {
      await running.stop();
    }
  } finally {
    await academy.stop();
  }
  return { counted, noticed };
}

const written = await readFile(join(ROOT, TABLE), 'utf8').catch(() => undefined);
const known = JSON.parse(written ?? '{}');
const { counted, noticed } = await countAll(known);
const processes = ['edge', 'auth', 'catalog', 'enrollment'];
table(
  `instructions a request (${load()})`,
  ['call', ...processes, 'all', 'table'],
  Object.entries(counted).map(([name, counts]) => [
    name,
    ...processes.map((process) => thousands(counts[process] ?? 0)),
    thousands(sum(counts)),
    known[name] ? thousands(sum(known[name])) : '-',
  ]),
);
if (values.renew) {
  await writeFile(join(ROOT, TABLE), `${JSON.stringify({ ...known, ...counted }, null, 2)}\n`);
  console.log(`\n${TABLE} is renewed; commit it with what changed the counts.`);
} else {
  // Nothing to compare with.
  const compared = written === undefined ? [] : Object.entries(counted);
  if (written === undefined) console.log(`\nThere is no ${TABLE}. To write it: ${RENEW}`);
  const complaints = compared.flatMap(([name, counts]) => complaint(name, counts, known[name]) ?? []);
  const failures = complaints.map((text) => `  failed  guard: ${text}`);
  if (complaints.length > 0) failures.push(`          If the change is meant: ${RENEW}, and commit ${TABLE}`);
  if (!noticed) failures.push(`  failed  guard: ${PADDING_BYTES} bytes more to read were not noticed`);
  const bad = complaints.length + (noticed ? 0 : 1);
  const report = [`${compared.length + 1 - bad} ${bad}`, ...failures];
  if (values.report) await writeFile(values.report, `${report.join('\n')}\n`);
  console.log(`\n${failures.join('\n')}`);
  process.exitCode = bad > 0 ? 1 : 0;
}
