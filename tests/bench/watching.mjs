// Learners who watch: segments of 6 s at play speed, progress reports, a live connection each, and now and then their
// list. How long reports and other calls take, what they cost, and what gives out first.
//
//   node tests/bench/watching.mjs [watch] [reports] [--learners 1000,3000,10000] [--seconds 30] [--segment-kib 100]
//
// One edge needs two open files for each learner. Where the machine allows it too few, further edges share them.
// `reports` measures reports alone: 200 a second, and as many as 64 connections can make.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Academy, cpuOfProcess, tool } from './lib/academy.mjs';
import { descriptorLimits, raiseDescriptorLimit } from './lib/hostile.mjs';
import { allLearners, newCourse, setLengths, sql, whileStopped } from './lib/lessons.mjs';
import { LiveLoad } from './lib/live-load.mjs';
import { addSegments, download, film, startNginx } from './lib/media.mjs';
import { startEdge } from './lib/more-edges.mjs';
import { probe } from './lib/probe.mjs';
import { usage } from './lib/processes.mjs';
import { load, median, ms, percent, table } from './lib/report.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    learners: { type: 'string', default: '1000,3000,10000' },
    seconds: { type: 'string', default: '30' },
    'segment-kib': { type: 'string', default: '100' },
  },
});
const PARTS = positionals.length > 0 ? positionals : ['reports', 'watch'];
const STAGES = values.learners.split(',').map(Number);
const SECONDS = Number(values.seconds);
const SEGMENT_BYTES = Number(values['segment-kib']) * 1024;

const PROCESSES = ['edge', 'enrollment', 'auth', 'catalog', 'presence'];
const CORES = availableParallelism();
// So many press play in a second, and so long it takes at least until all have.
const OPENED_A_SECOND = 250;
const MIN_WARM_SECONDS = 10;
// Of the edge, besides two for each learner.
const SPARE_FILES = 2000;
// What watch_load counts.
const KINDS = ['opens', 'segments', 'reports', 'lists'];
const SEGMENT_SECONDS = 6;
const SEGMENTS = 40;
const DAY_MS = 86_400_000;
const AIM = { reportMs: 50, callMs: 20, segments: 0.8 };

// Of the part `reports`.
const REPORTERS = 1000;
const LESSONS = 10;
const LESSON_SECONDS = 3600;
const ROUNDS = 3;
const RATES = [
  { name: '200 a second', rate: 200, seconds: 15, connections: 64, aim: 400 },
  { name: 'as many as they can', rate: 0, seconds: 8, connections: 64, aim: 120 },
];

const micros = (seconds, count) => (seconds / count) * 1e6;
const us = (value) => `${value.toFixed(0)} us`;

/** Assigns a course to all learners. */
async function assignToAll(academy, course, manager) {
  const learners = await allLearners(academy, manager);
  const day = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const dates = { startDate: day(-1), expiryDate: day(30) };
  for (let first = 0; first < learners.length; first += 1000) {
    const userIds = learners.slice(first, first + 1000).map(({ _id }) => _id);
    await academy.call('PUT', '/api/cm/user-course/bulk-assign', { courseId: course._id, userIds, ...dates }, manager);
  }
}

/** What every run of watch_load is told: the port, the tokens of learners from `first` on, and the course. */
async function target(academy, course, count, { first = 0, port = new URL(academy.url).port } = {}) {
  const file = join(academy.data, `tokens-${first}`);
  await writeFile(file, academy.seeded.learners.slice(first, first + count).join('\n'), { mode: 0o600 });
  const parts = course.parts.map(({ _id }) => _id).join(',');
  return { port, count, tokens: file, args: [port, file, course._id, parts] };
}

function refuseFailures(figures) {
  for (const [kind, { count, failed }] of Object.entries(figures)) {
    if (failed > 0) throw new Error(`${failed} of ${count + failed} ${kind} failed`);
  }
}

async function benchReports() {
  const academy = await Academy.start(REPORTERS, { seed: 'seed_live', seedArgs: [1] });
  try {
    const manager = academy.seeded.managers[0];
    const course = await newCourse(academy, manager, 'Watched by all', LESSONS);
    await whileStopped(academy, () => setLengths(academy, course, LESSON_SECONDS));
    await assignToAll(academy, course, manager);
    const { args } = await target(academy, course, REPORTERS);
    const rows = [];
    const sums = new Map(RATES.map(({ name }) => [name, []]));
    for (let round = 1; round <= ROUNDS; ++round) {
      for (const { name, rate, seconds, connections } of RATES) {
        const work = () => tool('watch_load', ...args, seconds, 'reports', rate, connections);
        const { result, cpu, switches } = await usage(academy, PROCESSES, work);
        const { reports } = result;
        refuseFailures({ reports });
        const each = (what) => micros(cpu[what], reports.count);
        const both = each('edge') + each('enrollment');
        sums.get(name).push(both);
        rows.push([
          `${round}. ${name}`,
          (reports.count / result.seconds).toFixed(0),
          ms(reports.p50),
          ms(reports.p99),
          us(each('edge')),
          us(each('enrollment')),
          us(both),
          (switches.edge / reports.count).toFixed(1),
          (switches.enrollment / reports.count).toFixed(1),
          load(),
        ]);
      }
    }
    table(
      `Progress reports alone: ${REPORTERS} learners; CPU and context switches of a report`,
      ['', 'a second', 'p50', 'p99', 'edge', 'enrollment', 'both', 'switches', 'enrollment', ''],
      rows,
    );
    table(
      'Median of the rounds, edge and enrollment together',
      ['', 'CPU of a report', 'aim'],
      RATES.map(({ name, aim }) => [name, us(median(sums.get(name))), us(aim)]),
    );
  } finally {
    await academy.stop();
  }
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** The figures of several loads as one: the worst of their times. */
function together(results) {
  const worst = (figure) => Math.max(...results.map(figure));
  const kind = (name) => ({
    ...Object.fromEntries(['count', 'failed', 'bytes'].map((of) => [of, sum(results.map((each) => each[name][of]))])),
    ...Object.fromEntries(['p50', 'p99', 'max'].map((of) => [of, worst((each) => each[name][of])])),
    first: results.map((each) => each[name].first).find((first) => first !== '') ?? '',
  });
  return {
    ...Object.fromEntries(KINDS.map((name) => [name, kind(name)])),
    seconds: worst(({ seconds }) => seconds),
    interval: worst(({ interval }) => interval),
    cpu: sum(results.map(({ cpu }) => cpu)),
  };
}

/** One size: everything at once, for a while; the learners are shared by the academy's edge and `others`. */
async function stage(academy, course, count, others) {
  const ports = [new URL(academy.url).port, ...others.map(({ port }) => port)];
  const share = Math.ceil(count / ports.length);
  const targets = await Promise.all(
    ports.map((port, i) => target(academy, course, Math.min(share, count - i * share), { first: i * share, port })),
  );
  const warm = Math.max(MIN_WARM_SECONDS, count / OPENED_A_SECOND);
  const lives = targets.map(({ port, tokens }) => new LiveLoad(port, tokens));
  try {
    const joins = [];
    for (const [i, live] of lives.entries()) joins.push(await live.command('connect', 0, targets[i].count, 0));
    const joined = { failed: sum(joins.map(({ failed }) => failed)) };
    const visitor = probe(academy.url, '/api/cm/auth/check', academy.seeded.managers[0]);
    const begun = cpus();
    const cpuOfOthers = async () => sum(await Promise.all(others.map(({ pid }) => cpuOfProcess(pid))));
    const before = await cpuOfOthers();
    const watch = ({ args }) => tool('watch_load', ...args, warm + SECONDS, 'watch', warm, SEGMENTS);
    const { result, cpu } = await usage(academy, PROCESSES, async () =>
      together(await Promise.all(targets.map(watch))),
    );
    cpu.edge += (await cpuOfOthers()) - before;
    const ended = cpus();
    const calls = await visitor.stop();
    const busy = (of) => of.reduce((all, { times }) => all + times.user + times.sys + times.nice + times.irq, 0) / 1000;
    const took = warm + SECONDS;
    return {
      count,
      edges: ports.length,
      joined,
      calls,
      result,
      cpu,
      took,
      machine: (busy(ended) - busy(begun)) / took,
    };
  } finally {
    for (const live of lives) await live.stop();
  }
}

/** What did not keep up, in the order in which learners notice it; empty if everything did. */
function failings({ count, joined, calls, result }) {
  const due = (count / SEGMENT_SECONDS) * result.seconds;
  const found = [];
  if (joined.failed > 0) found.push(`${joined.failed} live connections`);
  for (const kind of KINDS) {
    const { failed, first } = result[kind];
    if (failed > 0) found.push(`${failed} ${kind} (${first})`);
  }
  if (result.segments.count < 0.95 * due) found.push(`segments: ${percent(result.segments.count / due)} of those due`);
  if (result.segments.p99 > 1000 * SEGMENT_SECONDS) found.push('segments slower than they are played');
  if (result.reports.p99 > AIM.reportMs) found.push(`reports p99 over ${AIM.reportMs} ms`);
  if (calls.p99 > AIM.callMs) found.push(`REST p99 over ${AIM.callMs} ms`);
  return found;
}

async function benchWatching() {
  const most = Math.max(...STAGES);
  // A live connection and one for requests, each twice: in the edge and in the load.
  await raiseDescriptorLimit(2 * most + SPARE_FILES);
  const home = await mkdtemp(join(tmpdir(), 'academy-watching-'));
  const academy = await Academy.start(most, { seed: 'seed_live', seedArgs: [1] });
  const others = [];
  let nginx;
  try {
    const { course, token, files, path } = await film(academy, home);
    // The film is short, but is watched for long.
    await whileStopped(academy, () => sql(academy, 'catalog', `UPDATE assets SET duration = ${LESSON_SECONDS}`));
    await assignToAll(academy, course, token);
    const names = await addSegments(files, SEGMENTS, SEGMENT_BYTES);
    const { hard } = await descriptorLimits(await academy.pidOf('edge'));
    const possible = Math.floor((hard - SPARE_FILES) / 2);
    console.log(`An edge may open ${hard} files, enough for ${possible}; ${CORES} processors, which the load shares`);

    const stages = [];
    for (const count of STAGES) {
      while ((others.length + 1) * possible < count) others.push(await startEdge(academy));
      stages.push(await stage(academy, course, count, others));
      await pause(1000);
    }
    const share = (seconds, { took }) => percent(seconds / took);
    table(
      `Learners who watch, for ${SECONDS} s each: segments of ${SEGMENT_BYTES / 1024} KiB every ${SEGMENT_SECONDS} s (${load()})`,
      ['learners', ...stages.map(({ count }) => String(count)), 'aim'],
      [
        ['edges', ...stages.map(({ edges }) => String(edges)), '1'],
        ['segments p50 / p99', ...stages.map(({ result: { segments: s } }) => `${ms(s.p50)} / ${ms(s.p99)}`), ''],
        ['  MB a second', ...stages.map(({ result: r }) => (r.segments.bytes / r.seconds / 1e6).toFixed(0)), ''],
        [
          'reports a second (told: every)',
          ...stages.map(({ result: r }) => `${(r.reports.count / r.seconds).toFixed(0)} (${r.interval} s)`),
          '',
        ],
        [
          'reports p50 / p99',
          ...stages.map(({ result: { reports: s } }) => `${ms(s.p50)} / ${ms(s.p99)}`),
          `< ${AIM.reportMs} ms`,
        ],
        ['lists p50 / p99', ...stages.map(({ result: { lists: s } }) => `${ms(s.p50)} / ${ms(s.p99)}`), ''],
        [
          'another call p50 / p99',
          ...stages.map(({ calls: s }) => `${ms(s.p50)} / ${ms(s.p99)}`),
          `< ${AIM.callMs} ms`,
        ],
        ...PROCESSES.map((name) => [`CPU of ${name}`, ...stages.map((each) => share(each.cpu[name], each)), '']),
        ['CPU of the load', ...stages.map((each) => share(each.result.cpu, each)), ''],
        [`CPU of the machine (of ${100 * CORES} %)`, ...stages.map(({ machine }) => percent(machine)), ''],
      ],
    );
    for (const each of stages) {
      const found = failings(each);
      console.log(
        `${each.count} learners: ${found.length === 0 ? 'everything kept up' : `gave out: ${found.join('; ')}`}`,
      );
    }

    nginx = await startNginx(home, files);
    const edge = { port: new URL(academy.url).port, cpu: () => academy.cpuOf('edge') };
    const results = { edge: [], nginx: [] };
    for (let i = 0; i < ROUNDS; ++i) {
      const limits = { seconds: 2, connections: 64 };
      results.nginx.push(await download(nginx, names.map((name) => `/bench/${name}`), limits)); // prettier-ignore
      results.edge.push(await download(edge, names.map((name) => `${path}/bench/${name}`), limits)); // prettier-ignore
    }
    const of = (server, figure) => median(results[server].map((result) => result[figure]));
    table(
      `The same segments, as many as 64 connections can take (medians of ${ROUNDS} runs, in turns; ${load()})`,
      ['', 'MB a second', 'of nginx', 'CPU a GB', 'aim'],
      ['nginx', 'edge'].map((server) => [
        server,
        (of(server, 'perSecond') / 1e6).toFixed(0),
        percent(of(server, 'perSecond') / of('nginx', 'perSecond')),
        ms(of(server, 'cpuPerGigabyte') * 1000),
        server === 'edge' ? percent(AIM.segments) : '',
      ]),
    );
  } finally {
    await nginx?.stop();
    for (const edge of others) await edge.stop();
    await academy.stop();
    await rm(home, { recursive: true, force: true });
  }
}

if (PARTS.includes('reports')) await benchReports();
if (PARTS.includes('watch')) await benchWatching();
