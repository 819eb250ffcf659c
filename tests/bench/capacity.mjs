// How many watchers how many machines carry: what requests cost is measured here, what happens when many watch is
// simulated (capacity/model.mjs). The simulation is first compared with the real academy under small loads.
//
//   ./academy bench capacity [--engine sqlite|postgresql] [--watchers 500] [--seconds 30] [--segment-kib 100]
//                            [--costs FILE] [--only measure,compare,scale]
//
// `--costs` keeps the measured costs in a file, and takes them from there if they are not to be measured.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { measureCosts } from './capacity/costs.mjs';
import { closedLoop, watching } from './capacity/model.mjs';
import { Running } from './capacity/running.mjs';
import { load, ms, percent, table } from './lib/report.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgresql' },
    watchers: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '30' },
    'segment-kib': { type: 'string', default: '100' },
    costs: { type: 'string' },
    only: { type: 'string', default: 'measure,compare,scale' },
  },
});
const STEPS = values.only.split(',');
const WATCHERS = Number(values.watchers);
const SECONDS = Number(values.seconds);
const TIMES = [1, 2, 4];
const AIM = 0.2;
const SCALE_SECONDS = 20;
// So many press play in a second.
const OPENED_A_SECOND = 250;
const CORES = availableParallelism();
const HERE = { edges: 1, enrollments: 1, cores: { shared: CORES }, commit: 0 };

const us = (seconds) => `${(1e6 * seconds).toFixed(0)} us`;

function showCosts(costs) {
  const rows = [];
  for (const kind of ['segments', 'lists', 'reports']) {
    for (const { rate, cpu, size, p50 } of costs[kind]) {
      const of = (name) => (cpu[name] === undefined ? '' : us(cpu[name]));
      const batch = kind === 'reports' ? size.toFixed(1) : '';
      rows.push([kind, rate.toFixed(0), ...['edge', 'enrollment', 'store', 'load'].map(of), batch, ms(1000 * p50)]);
    }
  }
  table(
    `Processor time of a request (${load()})`,
    ['', 'a second', 'edge', 'enrollment', 'store', 'load', 'in a batch', 'p50'],
    rows,
  );
  const check = (kind, clients, point) => {
    const model = closedLoop(costs, HERE, kind, clients);
    return [
      `${kind}, ${clients} connections`,
      point.rate.toFixed(0),
      model.toFixed(0),
      percent(model / point.rate - 1),
    ];
  };
  table(
    'As many as connections can make: a second',
    ['', 'measured', 'model', 'off by'],
    [
      check('segments', 32, costs.segments.at(-1)),
      check('lists', 32, costs.lists.at(-1)),
      check('reports', 32, costs.reports.at(-2)),
      check('reports', 128, costs.reports.at(-1)),
    ],
  );
}

/** The real academy with `watchers`: as `watching` returns it. */
async function watched(running, watchers) {
  const warm = Math.max(20, watchers / OPENED_A_SECOND);
  await running.only(watchers);
  const leave = await running.connect(watchers);
  try {
    const begun = performance.now();
    const loading = running.load(warm + SECONDS, 'watch', warm, 40);
    const counted = await running.between(begun, warm, warm + SECONDS - 0.5);
    const result = await loading;
    const { segments, reports, lists, interval } = result;
    for (const [kind, { failed, first }] of Object.entries({ segments, reports, lists })) {
      if (failed > 0) throw new Error(`${failed} ${kind} failed (${first})`);
    }
    const scale = SECONDS / counted.seconds;
    const cpu = Object.fromEntries(Object.entries(counted.cpu).map(([name, of]) => [name, of * scale]));
    return { interval, cpu, batches: counted.batches * scale, segments, reports, lists };
  } finally {
    await leave();
  }
}

function compare(costs, measured) {
  const rows = [];
  let worst = 0;
  for (const [times, real] of measured) {
    const model = watching(costs, HERE, times * WATCHERS, { seconds: SECONDS });
    const row = (name, of, show, counts = true) => {
      const off = of(model) / of(real) - 1;
      if (counts) worst = Math.max(worst, Math.abs(off));
      rows.push([`${times} x: ${name}`, show(of(real)), show(of(model)), percent(off), counts ? percent(AIM) : '']);
    };
    const share = (seconds) => percent(seconds / SECONDS);
    row(
      'reports a second',
      ({ reports }) => reports.count / SECONDS,
      (each) => each.toFixed(0),
    );
    row(
      'segments a second',
      ({ segments }) => segments.count / SECONDS,
      (each) => each.toFixed(0),
    );
    row(
      'batches a second',
      ({ batches }) => batches / SECONDS,
      (each) => each.toFixed(0),
    );
    row('CPU of edge', ({ cpu }) => cpu.edge, share);
    row('CPU of enrollment', ({ cpu }) => cpu.enrollment, share);
    if (values.engine === 'postgresql') row('CPU of the database', ({ cpu }) => cpu.store, share);
    row('report p50', ({ reports }) => reports.p50, ms);
    row('segment p50', ({ segments }) => segments.p50, ms);
    row('list p50', ({ lists }) => lists.p50, ms);
    row('report p99', ({ reports }) => reports.p99, ms, false);
    row('segment p99', ({ segments }) => segments.p99, ms, false);
  }
  table(
    `${WATCHERS} watchers, and more (${values.engine}, ${CORES} processors with the load, ${load()})`,
    ['', 'measured', 'model', 'off by', 'aim'],
    rows,
  );
  console.log(`Furthest off: ${percent(worst)}`);
}

/**
 * Machines for so many watchers: an edge for 5,600 of them, so nine for 50,000, three enrollments and one primary. A
 * batch of reports is ten statements to a primary half a millisecond away, and its commit waits for a standby as far.
 */
const cluster = (watchers) => ({
  edges: Math.ceil(watchers / 5600),
  enrollments: 3,
  cores: { edge: 4, enrollment: 4, store: 8 },
  commit: 11 * 0.0005,
});

function scale(costs) {
  const sizes = [5_000, 10_000, 20_000, 50_000, 100_000];
  const results = sizes.map((watchers) => ({
    watchers,
    layout: cluster(watchers),
    of: watching(costs, cluster(watchers), watchers, { seconds: SCALE_SECONDS }),
  }));
  const row = (name, show) => [name, ...results.map(show)];
  const cores = (name) => row(`cores: ${name}`, ({ of }) => (of.cpu[name] / SCALE_SECONDS).toFixed(1));
  const gigabits = (megabits) =>
    row(`Gbit/s of video at ${megabits} Mbit/s`, ({ watchers }) => ((watchers * megabits) / 1000).toFixed(0));
  table(
    `Simulated from the costs of this machine (${values.engine})`,
    ['watchers', ...sizes.map((size) => size.toLocaleString('en'))],
    [
      row('edges', ({ layout }) => String(layout.edges)),
      row('segments a second', ({ of }) => (of.segments.count / SCALE_SECONDS).toFixed(0)),
      row(
        'reports a second (every)',
        ({ of }) => `${(of.reports.count / SCALE_SECONDS).toFixed(0)} (${of.interval} s)`,
      ),
      row('reports in a batch', ({ of }) => (of.reports.count / of.batches).toFixed(1)),
      row('time in which a batch is written', ({ of }) => percent(of.turn)),
      row('report p50 / p99', ({ of }) => `${ms(of.reports.p50)} / ${ms(of.reports.p99)}`),
      row('segment p50 / p99', ({ of }) => `${ms(of.segments.p50)} / ${ms(of.segments.p99)}`),
      row('list p50 / p99', ({ of }) => `${ms(of.lists.p50)} / ${ms(of.lists.p99)}`),
      cores('edge'),
      cores('enrollment'),
      cores('store'),
      gigabits(2),
      gigabits(4),
    ],
  );
}

let costs;
const running =
  STEPS.includes('measure') || STEPS.includes('compare')
    ? await Running.start({
        engine: values.engine,
        learners: Math.max(...TIMES) * WATCHERS,
        segmentBytes: Number(values['segment-kib']) * 1024,
      })
    : undefined;
try {
  if (STEPS.includes('measure')) {
    costs = await measureCosts(running, WATCHERS, (what) => console.log(`Measuring: ${what} (${load()})`));
    if (values.costs) await writeFile(values.costs, JSON.stringify(costs, null, 2));
  } else {
    costs = JSON.parse(await readFile(values.costs, 'utf8'));
  }
  showCosts(costs);
  if (STEPS.includes('compare')) {
    const measured = [];
    for (const times of TIMES) measured.push([times, await watched(running, times * WATCHERS)]);
    compare(costs, measured);
  }
  if (STEPS.includes('scale')) scale(costs);
} finally {
  await running?.stop();
}
