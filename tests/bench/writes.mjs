// Writes through the edge among 20,000 learners, compared with the same rows written by plain SQLite in the same run:
// learners created and assignments made, one and 16 at a time, a course of 20,000 extended, and imports. Beside the long
// ones, other clients make small writes and reads, whose longest wait is shown.
//   ./academy bench writes [--import ROWS] [--only create,assign,extend,import]
// A program (raw_writes.cc) makes of a copy of the service's database from before the calls that of after them: the
// same rows in the same tables and indexes, one transaction a call, as durable, the passwords hashed by the same
// function. On a shared machine, the processor time a call says more than the rate.
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Academy, tool } from './lib/academy.mjs';
import { Caller, repeat, repeatedly } from './lib/caller.mjs';
import { fillCatalogue } from './lib/catalogue.mjs';
import { allLearners } from './lib/lessons.mjs';
import { load, median, ms, percent, table } from './lib/report.mjs';

const LEARNERS = 20_000;
const AIM = 0.6;
const AIM_WAIT_MS = 50;
const EXTENSIONS = 3;
const BULK = 1000;
// Rows in one of an import's transactions.
const IMPORTED_TOGETHER = 100;
const SERVICES = ['edge', 'auth', 'catalog', 'enrollment'];
const TABLES = {
  auth: 'learners learner_words learners_stamps change_feed audit_events audit_mentions audit_head'.split(' '),
  enrollment: ['assignments', 'change_feed'],
};

const { values } = parseArgs({
  options: {
    import: { type: 'string', default: '1500' },
    only: { type: 'string', default: 'create,assign,extend,import' },
  },
});
const imported = Number(values.import);
const wanted = new Set(values.only.split(','));

const academy = await Academy.start(LEARNERS);
const results = [];
const waits = new Map();
try {
  const { manager } = await fillCatalogue(academy, { courses: 8, assigned: 1 });
  const learners = await allLearners(academy, manager.token);
  const { result: courses } = await academy.call('POST', '/api/cm/course/fetch-courses', {}, manager.token);
  const bench = { manager, learners, courses };
  if (wanted.has('create')) await measureCreate(bench);
  if (wanted.has('assign')) await measureAssign(bench);
  if (wanted.has('extend')) await measureExtend(bench);
  if (wanted.has('import')) await measureImport(bench);
} finally {
  await academy.stop();
}
table(
  `The longest wait of others (${load()}; aim ${AIM_WAIT_MS} ms)`,
  ['beside', 'call', 'calls', 'median', 'longest'],
  [...waits.values()].map(({ beside, name, calls, p50s, max }) => [
    beside,
    name,
    `${calls}`,
    ms(median(p50s)),
    ms(max),
  ]),
);
table(
  `Writes among ${LEARNERS} learners (${load()}; aim ${percent(AIM)})`,
  ['', 'a second', 'plain SQLite', 'ratio', 'CPU each', 'plain SQLite'],
  results.map(({ name, count, ours, raw }) => [
    name,
    (count / ours.seconds).toFixed(1),
    (count / raw.seconds).toFixed(1),
    percent(raw.seconds / ours.seconds),
    ms((1000 * ours.cpu) / count),
    ms((1000 * raw.cpuSeconds) / count),
  ]),
);

function day(offset) {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

async function copyOf(service, name) {
  const copy = join(academy.data, `${name}.db`);
  await tool('raw_writes', 'copy', join(academy.data, service, `${service}.db`), copy);
  return copy;
}

/**
 * Measures `work`, which makes `calls` calls of `count` writes and resolves to its seconds, and then the same rows in
 * plain SQLite.
 */
async function compare(name, { service, count, calls = count, threads = 1, hashes = 0, outbox = 0 }, work) {
  const base = await copyOf(service, 'before');
  const cpu = async () => (await Promise.all(SERVICES.map((each) => academy.cpuOf(each)))).reduce((a, b) => a + b);
  const before = await cpu();
  const seconds = await work();
  const ours = { seconds, cpu: (await cpu()) - before };
  await settled();
  const after = await copyOf(service, 'after');
  const raw = await tool('raw_writes', 'replay', base, after, calls, threads, hashes, outbox, ...TABLES[service]);
  for (const file of [after, base]) await unlink(file);
  const result = { name, count, ours, raw };
  results.push(result);
  console.log(`  ${name}: ${seconds.toFixed(2)} s, plain SQLite ${raw.seconds.toFixed(2)} s, ${raw.rows} rows`);
  return result;
}

/** Waits until auth has the audit events of the other services. */
async function settled() {
  for (;;) {
    const text = await (await fetch(`${academy.url}/metrics`)).text().catch(() => '');
    const waiting = [...text.matchAll(/^academy_audit_outbox\{[^}]*waiting[^}]*\} (\d+)/gm)];
    if (waiting.every(([, rows]) => Number(rows) === 0)) return;
    await pause(50);
  }
}

async function measureCreate({ manager }) {
  for (const [together, count] of [
    [1, 100],
    [16, 500],
  ]) {
    const caller = new Caller(academy, manager.token, together);
    const create = (i) =>
      caller.call('POST', '/api/cm/user/create-user', {
        email: `created-${together}-${i}@academy.example`,
        fullname: `محمد بن عبدالله القحطاني ${i}`,
        phonenumber: `+9665${10_000_000 + i}`,
        address: 'طريق الملك فهد، الرياض',
        password: 'Correct-horse-1',
      });
    await compare(
      `create a learner, ${together} at a time`,
      { service: 'auth', count, threads: together, hashes: 1 },
      () => repeat(count, together, create),
    );
    close(caller);
  }
}

/** Closes it, and says if it had to ask again, which spoils the figures. */
function close(caller) {
  if (caller.refused > 0) console.log(`  asked again because a service was not available: ${caller.refused} times`);
  caller.close();
}

async function measureAssign({ manager, learners, courses }) {
  let used = 0;
  for (const [together, count] of [
    [1, 300],
    [16, 2000],
  ]) {
    const caller = new Caller(academy, manager.token, together);
    const assign = () =>
      caller.call('POST', '/api/cm/user-course/assign-to-user', {
        clientId: learners[++used + 100]._id,
        coursesIds: [courses[0]._id],
        startDate: day(-1),
        expiryDate: day(30),
      });
    await compare(`assign a course, ${together} at a time`, { service: 'enrollment', count, outbox: count }, () =>
      repeat(count, together, assign),
    );
    close(caller);
  }
}

/** Small writes and reads in enrollment and auth, each by a client of its own, until `stop` records their waits. */
function others(beside, { manager, learners, courses }, assignment) {
  let change = 0;
  const calls = {
    'update-expdate': () => [
      'PUT',
      '/api/cm/user-course/update-expdate',
      { ...assignment, expiryDate: day(100 + (++change % 100)) },
    ],
    'update-user': () => [
      'PUT',
      '/api/cm/user/update-user',
      { clientId: learners[7]._id, address: `Street ${++change}` },
    ],
    'fetch-user-courses': () => [
      'POST',
      '/api/cm/user-course/fetch-user-courses',
      { clientId: learners[9]._id, limit: 10 },
    ],
    'fetch-course': () => ['POST', '/api/cm/course/fetch-course', { courseId: courses[1]._id }],
  };
  const running = Object.entries(calls).map(([name, next]) => {
    const caller = new Caller(academy, manager.token);
    return { name, caller, clients: repeatedly(() => caller.call(...next()), 5) };
  });
  return {
    async stop() {
      for (const { name, caller, clients } of running) {
        const waited = await clients.stop();
        caller.close();
        const key = `${beside} ${name}`;
        const all = waits.get(key) ?? { beside, name, calls: 0, p50s: [], max: 0 };
        all.calls += waited.calls;
        all.p50s.push(waited.p50);
        all.max = Math.max(all.max, waited.max);
        waits.set(key, all);
      }
    },
  };
}

async function measureExtend(bench) {
  const { manager, learners, courses } = bench;
  const caller = new Caller(academy, manager.token);
  for (let first = 0; first < LEARNERS; first += BULK) {
    const userIds = learners.slice(first, first + BULK).map(({ _id }) => _id);
    // The assignments of a few weeks end together.
    const dates = { startDate: day(-1), expiryDate: day(30 + 7 * Math.floor(first / BULK / 4)) };
    await caller.call('PUT', '/api/cm/user-course/bulk-assign', { courseId: courses[2]._id, userIds, ...dates });
  }
  const assignment = await assignOne(caller, bench);
  await settled();
  await pause(1000);
  const quiet = others('nothing', bench, assignment);
  await pause(2000);
  await quiet.stop();
  const rounds = [];
  for (let round = 0; round < EXTENSIONS; ++round) {
    const options = { service: 'enrollment', count: LEARNERS, calls: 1, outbox: LEARNERS };
    rounds.push(
      await compare(`extend ${LEARNERS} assignments`, options, async () => {
        const clients = others(`an extension of ${LEARNERS}`, bench, assignment);
        const seconds = await repeat(1, 1, () =>
          caller.call('PUT', '/api/cm/user-course/extend-course', { courseId: courses[2]._id, days: 1 }),
        );
        // The audit trail follows.
        await settled();
        await clients.stop();
        return seconds;
      }),
    );
    results.pop();
  }
  const ratio = ({ ours, raw }) => raw.seconds / ours.seconds;
  results.push(rounds.find((round) => ratio(round) === median(rounds.map(ratio))));
  close(caller);
}

async function assignOne(caller, { learners, courses }) {
  const { userCourses } = await caller.call('POST', '/api/cm/user-course/assign-to-user', {
    clientId: learners[5]._id,
    coursesIds: [courses[3]._id],
    startDate: day(-1),
    expiryDate: day(30),
  });
  return { courseId: userCourses.find(({ course }) => course._id === courses[3]._id)._id };
}

async function measureImport(bench) {
  const { manager } = bench;
  const caller = new Caller(academy, manager.token);
  const assignment = await assignOne(caller, bench);
  for (const [name, rows, password] of [
    ['without passwords', LEARNERS, ''],
    ['with passwords', imported, 'Correct-horse-'],
  ]) {
    const lines = Array.from(
      { length: rows },
      (_, i) =>
        `import-${password}${i}@academy.example,محمد بن عبدالله القحطاني,+9665${10_000_000 + i},طريق الملك فهد الرياض,` +
        (password && `${password}${i}`),
    );
    const file = `email,fullname,phonenumber,address,password\n${lines.join('\n')}\n`;
    const hashes = password ? IMPORTED_TOGETHER : 0;
    await compare(
      `import ${rows} ${name}`,
      { service: 'auth', count: rows, calls: rows / IMPORTED_TOGETHER, threads: hashes ? 2 : 1, hashes },
      async () => {
        const clients = others(`an import ${name}`, bench, assignment);
        const seconds = await repeat(1, 1, async () => {
          const { result } = await caller.call('POST', '/api/cm/user/import', file, 'text/csv');
          if (result.created !== rows) throw new Error(`${result.created} of ${rows} rows were imported`);
        });
        await clients.stop();
        return seconds;
      },
    );
  }
  close(caller);
}
