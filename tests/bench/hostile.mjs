// Sixteen thousand hostile connections: what they cost each process in memory and time, and what a visitor and a manager
// notice of them. All come from loopback, where an address has no limit on its calls and the live gateway none on its
// connections; the limits on connections at the front door and on sessions without a token in all hold.
//   node tests/bench/hostile.mjs [--connections N] [--rounds N] [--only KIND] [--flags "--public-rate 0"]
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Academy, ROOT } from './lib/academy.mjs';
import { fillCatalogue } from './lib/catalogue.mjs';
import { descriptorLimits, Hostile, loopbackAddresses, raiseDescriptorLimit } from './lib/hostile.mjs';
import { probe, probeFor } from './lib/probe.mjs';
import { load, median, ms, table } from './lib/report.mjs';

// Shares of all connections, in sixteenths.
const MIX = {
  silent: 5,
  'slow heads': 3,
  'slow bodies': 2,
  'slow readers': 1.5,
  'live without a token': 2,
  'visitors of pages': 1.5,
  'random tokens': 1,
};
const PROCESSES = ['edge', 'auth', 'catalog', 'enrollment', 'presence'];
const LOADS = 2;
// The front door's limit of an address is far above what each of these has.
const ADDRESSES = 64;
const COURSES = 200;
const QUIET_SECONDS = 6;
const SECONDS = 20;
const OPENING_SECONDS = 60;
// The front door ends idle connections after 75 s, slow heads after 10; here the load has gone itself.
const CLOSING_SECONDS = 20;
const MIB = 1024 * 1024;
const PAGE_SIZE = 4096;

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '16000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    flags: { type: 'string', default: '' },
  },
});
const CONNECTIONS = Number(values.connections);
const ROUNDS = Number(values.rounds);
const mix = values.only === undefined ? MIX : { [values.only]: 16 };
const want = Object.fromEntries(
  Object.entries(mix).map(([kind, part]) => [kind, Math.floor((CONNECTIONS * part) / 16)]),
);

/** The path of the app's largest file, as sent without compression. */
async function largestAsset() {
  const folder = join(ROOT, 'out/web/assets');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(files.map(async (name) => [(await stat(join(folder, name))).size, name]));
  return `/assets/${sizes.sort(([a], [b]) => b - a)[0][1]}`;
}

/** Memory that the kernel keeps for TCP, all programs' together. */
async function tcpMemory() {
  const pages = /^TCP: .* mem (\d+)$/m.exec(await readFile('/proc/net/sockstat', 'utf8'))[1];
  return Number(pages) * PAGE_SIZE;
}

async function metric(academy, pattern) {
  const text = await (await fetch(`${academy.url}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => pattern.test(line))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
const connectionsOf = (academy) =>
  metric(academy, /^academy_edge_(connections\{process="edge"\}|live_connections\{.*transport="websocket")/);

async function memory(academy) {
  const each = await Promise.all(PROCESSES.map(async (name) => [name, await academy.memoryOf(name)]));
  return { ...Object.fromEntries(each), kernel: await tcpMemory() };
}

async function cpu(academy) {
  return Object.fromEntries(await Promise.all(PROCESSES.map(async (name) => [name, await academy.cpuOf(name)])));
}

/** Both calls at once, each from its own connection, for `seconds`. */
async function bothFor(seconds, targets) {
  const visitors = Object.entries(targets).map(([name, target]) => [name, probe(...target)]);
  await pause(seconds * 1000);
  return Object.fromEntries(await Promise.all(visitors.map(async ([name, visitor]) => [name, await visitor.stop()])));
}

/** Waits until nearly all connections are open at once, or no more can be. */
async function awaitOpen(hostile) {
  const wanted = Object.values(want).reduce((sum, count) => sum + count, 0);
  let before = 0;
  const begun = performance.now();
  for (let second = 0; second < OPENING_SECONDS; ++second) {
    await pause(1000);
    const { counts } = await hostile.report();
    const open = Object.values(counts).reduce((sum, kind) => sum + kind.open, 0);
    if (open >= 0.98 * wanted || (second > 20 && open <= before)) break;
    before = open;
  }
  return (performance.now() - begun) / 1000;
}

async function round(academy, targets, file) {
  const quiet = await bothFor(QUIET_SECONDS, targets);
  const before = await memory(academy);
  const hostile = Hostile.start(LOADS, {
    port: Number(new URL(academy.url).port),
    addresses: loopbackAddresses(ADDRESSES),
    file,
    want,
  });
  try {
    const opening = await awaitOpen(hostile);
    const [cpuBefore, first] = [await cpu(academy), await hostile.report()];
    const under = await bothFor(SECONDS, targets);
    const [cpuAfter, last] = [await cpu(academy), await hostile.report()];
    const during = await memory(academy);
    const known = await connectionsOf(academy);
    const cores = Object.fromEntries(
      PROCESSES.map((name) => [name, (cpuAfter[name] - cpuBefore[name]) / SECONDS]).concat([
        ['the load itself', (last.cpu - first.cpu) / SECONDS],
      ]),
    );
    await hostile.stop();
    for (let second = 0; second < CLOSING_SECONDS && (await connectionsOf(academy)) > 20; ++second) await pause(1000);
    await pause(1000);
    return { quiet, under, before, during, after: await memory(academy), counts: last.counts, cores, opening, known };
  } finally {
    await hostile.stop();
  }
}

function printCalls(rounds) {
  const rows = Object.keys(rounds[0].quiet).flatMap((name) =>
    ['p50', 'p99'].map((part) => [
      `${name}, ${part}`,
      ms(median(rounds.map((r) => r.quiet[name][part]))),
      ms(median(rounds.map((r) => r.under[name][part]))),
      median(rounds.map((r) => r.under[name][part] / r.quiet[name][part])).toFixed(2),
      rounds.map((r) => (r.under[name][part] / r.quiet[name][part]).toFixed(2)).join(' '),
      rounds.map((r) => JSON.stringify(r.under[name].statuses)).join(' '),
    ]),
  );
  table(
    `Calls beside ${CONNECTIONS} hostile connections; medians of ${ROUNDS} rounds (${load()})`,
    ['', 'quiet', 'under them', 'ratio', 'each round', 'answers'],
    rows,
  );
}

function printMemory(rounds) {
  const mib = (bytes) => (bytes / MIB).toFixed(0);
  const of = (at, name, kind) => mib(at[name][kind]);
  const last = rounds.at(-1);
  table(
    'Memory, MiB RSS / PSS; before and during the first round, after each round',
    ['', 'before', 'during', 'at most', ...rounds.map((_, i) => `after ${i + 1}`)],
    [
      ...PROCESSES.map((name) => {
        const both = (at) => `${of(at, name, 'rss')} / ${of(at, name, 'pss')}`;
        const most = rounds.map((r) => r.during).sort((a, b) => b[name].rss - a[name].rss)[0];
        return [name, both(rounds[0].before), both(rounds[0].during), both(most), ...rounds.map((r) => both(r.after))];
      }),
      [
        'the kernel, for TCP',
        mib(rounds[0].before.kernel),
        mib(rounds[0].during.kernel),
        mib(Math.max(...rounds.map((r) => r.during.kernel))),
        ...rounds.map((r) => mib(r.after.kernel)),
      ],
    ],
  );
  const each = (rounds[0].during.edge.pss - rounds[0].before.edge.pss) / last.known / 1024;
  console.log(`the edge's memory for each open connection: ${each.toFixed(2)} KiB`);
}

// Connections beyond a limit are answered before any request.
const refused = (answers) => (answers[503] ?? 0) + (answers[429] ?? 0);

function printConnections({ counts, known, opening }) {
  const list = (of) =>
    Object.entries(of)
      .map(([key, count]) => `${key}: ${count}`)
      .join(', ');
  table(
    `Connections of the last round: open after ${opening.toFixed(0)} s; the edge counts ${known}`,
    ['', 'wanted', 'accepted', 'refused', 'open at the end', 'ended by the edge', 'answers', 'errors'],
    Object.entries(counts).map(([kind, { open, opened, answers, ended, failed }]) => [
      kind,
      String(want[kind]),
      String(opened - refused(answers)),
      String(refused(answers) + (failed.ECONNREFUSED ?? 0)),
      String(open),
      String(ended),
      list(answers),
      list(failed),
    ]),
  );
}

await raiseDescriptorLimit(CONNECTIONS + 4096);
const academy = await Academy.start(2, { flags: values.flags.split(' ').filter(Boolean) });
try {
  const { manager, learner } = await fillCatalogue(academy, { courses: COURSES, assigned: 20 });
  const targets = {
    'signed in (auth/check)': [academy.url, '/api/cm/auth/check', manager.token],
    'signed in (own courses)': [academy.url, '/api/user-course/fetch-courses', learner.token],
    'public (fetch-courses)': [academy.url, '/api/public/fetch-courses', undefined],
  };
  for (const target of Object.values(targets)) await probeFor(1, ...target);
  const limits = await Promise.all([await academy.pidOf('edge'), process.pid].map(descriptorLimits));
  const file = await largestAsset();
  const rounds = [];
  while (rounds.length < ROUNDS) rounds.push(await round(academy, targets, file));
  console.log(
    `open files: the edge at most ${limits[0].soft} (hard ${limits[0].hard}), each of ${LOADS} loads ${limits[1].hard}; ` +
      `${ADDRESSES} addresses, ${Math.ceil(CONNECTIONS / ADDRESSES)} connections each`,
  );
  printCalls(rounds);
  printMemory(rounds);
  printConnections(rounds.at(-1));
  const share = (name) => `${(100 * median(rounds.map((r) => r.cores[name]))).toFixed(0)} %`;
  console.log(
    `\nbusy, of one core: ${Object.keys(rounds[0].cores)
      .map((name) => `${name} ${share(name)}`)
      .join(', ')}`,
  );
} finally {
  await academy.stop();
}
