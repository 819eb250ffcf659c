// How many progress reports a second enrollment stores, one in each transaction and in batches, in SQLite and in
// PostgreSQL as durable as in production, by one process and by several. Without edges and gRPC.
//   ./academy bench progress-reports [--other PROGRAM] [--only sqlite,postgresql] [--learners 5000] [--seconds 5]
// `--other` is store_reports (out/bench) as built from another commit: what it does in the same run is shown as "other".
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { toolAt, toolPath } from './lib/academy.mjs';
import { Cluster } from './lib/postgresql.mjs';
import { load, median, ms, percent, table } from './lib/report.mjs';

const { values } = parseArgs({
  options: {
    other: { type: 'string' },
    only: { type: 'string', default: 'sqlite,postgresql' },
    learners: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '5' },
  },
});
const ROUNDS = 3;
// In one transaction, as enrollment takes them from an edge at most.
const BATCH = 256;
const AIM = { times: 10, p99: 50 };
const WAYS = [
  { name: 'one in a transaction', batch: 1, threads: 1, processes: 1 },
  { name: 'one in a transaction, 16 at a time', batch: 1, threads: 16, processes: 1 },
  { name: 'batches of 16', batch: 16, threads: 1, processes: 1 },
  { name: `batches of ${BATCH}`, batch: BATCH, threads: 1, processes: 1 },
  { name: `batches of ${BATCH}, of 3 processes`, batch: BATCH, threads: 1, processes: 3 },
];

const programs = { ...(values.other ? { other: values.other } : {}), ours: toolPath('store_reports') };

/** Runs one way; the processes share the learners. */
async function measure(program, database, { batch, threads, processes }) {
  const results = await Promise.all(
    Array.from({ length: processes }, (_, i) =>
      toolAt(program, database, 'run', values.learners, batch, threads, values.seconds, i, processes),
    ),
  );
  const sum = (figure) => results.reduce((all, result) => all + figure(result), 0);
  return {
    rate: sum(({ reports, seconds }) => reports / seconds),
    p50: median(results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    cpu: (1e6 * sum(({ cpuSeconds }) => cpuSeconds)) / sum(({ reports }) => reports),
  };
}

async function bench(engine, databaseOf) {
  const databases = {};
  for (const [whose, program] of Object.entries(programs)) {
    databases[whose] = await databaseOf(whose);
    await toolAt(program, databases[whose], 'prepare', values.learners);
  }
  const rows = [];
  const rates = new Map();
  // Another process may not write to a SQLite file.
  for (const way of WAYS.filter(({ processes }) => processes === 1 || engine === 'PostgreSQL')) {
    const results = Object.fromEntries(Object.keys(programs).map((whose) => [whose, []]));
    for (let round = 0; round < ROUNDS; ++round) {
      for (const [whose, program] of Object.entries(programs)) {
        results[whose].push(await measure(program, databases[whose], way));
      }
    }
    for (const whose of Object.keys(programs)) {
      const of = (figure) => median(results[whose].map((result) => result[figure]));
      rates.set(`${whose} ${way.name}`, of('rate'));
      const one = rates.get(`${values.other ? 'other' : 'ours'} ${WAYS[0].name}`);
      rows.push([
        way.name,
        whose,
        of('rate').toFixed(0),
        `${(of('rate') / one).toFixed(1)} x`,
        values.other ? percent(of('rate') / rates.get(`other ${way.name}`)) : '',
        ms(of('p50')),
        ms(of('p99')),
        `${of('cpu').toFixed(0)} us`,
      ]);
    }
  }
  table(
    `${engine}: medians of ${ROUNDS} rounds (${load()}; aim ${AIM.times} x, p99 under ${AIM.p99} ms)`,
    ['', '', 'reports/s', 'of one', 'of other', 'p50', 'p99 of a batch', 'CPU of a report'],
    rows,
  );
}

if (values.only.includes('sqlite')) {
  const folder = await mkdtemp(join(tmpdir(), 'academy-'));
  try {
    await bench('SQLite', (whose) => join(folder, `${whose}.db`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
if (values.only.includes('postgresql')) {
  const cluster = new Cluster();
  try {
    await bench('PostgreSQL', (whose) => cluster.create(whose));
  } finally {
    cluster.stop();
  }
}
