// Ten thousand learners and a hundred managers with live connections to one edge: the memory of a connection, how soon
// all are connected, how soon every manager knows who or how many are online, and how REST calls are affected.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Academy } from './lib/academy.mjs';
import { LiveLoad } from './lib/live-load.mjs';
import { probe, probeFor } from './lib/probe.mjs';
import { load, median, ms, table } from './lib/report.mjs';

const LEARNERS = Number(process.argv[2] ?? 10_000);
const MANAGERS = 100;
const CHANGES = 5;
const QUIET_SECONDS = 4;
// Longer than presence collects changes into one list, so that the next change is sent at once.
const SETTLE_MS = 2500;
const KIB = 1024;

const academy = await Academy.start(LEARNERS, { seed: 'seed_live', seedArgs: [MANAGERS] });
let live;
try {
  const { learners, managers } = academy.seeded;
  const tokens = join(academy.data, 'tokens');
  await writeFile(tokens, [...learners, ...managers].join('\n'), { mode: 0o600 });
  live = new LiveLoad(new URL(academy.url).port, tokens);
  const target = [academy.url, '/api/cm/auth/check', managers[0]];
  const processes = ['edge', 'presence'];
  const memory = async () =>
    Object.fromEntries(await Promise.all(processes.map(async (p) => [p, await academy.pssOf(p)])));
  const cpu = async () => Promise.all([...processes, 'auth'].map((name) => academy.cpuOf(name)));

  await probeFor(1, ...target);
  const quiet = await probeFor(QUIET_SECONDS, ...target);
  const before = await memory();
  const cpuBefore = await cpu();
  const visitor = probe(...target);
  const joined = await live.command('connect', 0, LEARNERS, 0);
  const whileJoining = await visitor.stop();
  const cpuAfter = await cpu();
  if (joined.failed > 0) throw new Error(`${joined.failed} connections failed`);
  await pause(SETTLE_MS);
  const after = await memory();

  const watching = await live.command('connect', LEARNERS, MANAGERS, LEARNERS);
  const changes = [];
  const others = probe(...target);
  for (let i = 0; i < CHANGES; ++i) {
    await pause(SETTLE_MS);
    await live.command('close', i);
    changes.push(await live.command('await', LEARNERS - 1 - i));
  }
  const whileTelling = await others.stop();
  const cpuIdleBefore = await cpu();
  await pause(10_000);
  const cpuIdle = (await cpu()).map((seconds, i) => (seconds - cpuIdleBefore[i]) / 10);
  const end = await memory();

  const each = (name, from, to, count) => `${((to[name] - from[name]) / count / KIB).toFixed(2)} KiB`;
  const both = (after.edge - before.edge + after.presence - before.presence) / LEARNERS / KIB;
  const seconds = (value) => `${value.toFixed(2)} s`;
  const micros = (index) => `${(((cpuAfter[index] - cpuBefore[index]) / LEARNERS) * 1e6).toFixed(0)} us`;
  table(
    `${LEARNERS} learners and ${MANAGERS} managers live on one edge (${load()})`,
    ['', 'figure', 'aim'],
    [
      ['memory of a connection, edge and presence (PSS)', `${both.toFixed(2)} KiB`, '< 12 KiB'],
      ['  of it the edge', each('edge', before, after, LEARNERS), ''],
      ['  of it presence', each('presence', before, after, LEARNERS), ''],
      [
        '  edge and presence after the managers and their lists',
        `${((end.edge + end.presence) / KIB / KIB).toFixed(0)} MiB`,
        '',
      ],
      ['all connected within', seconds(joined.milliseconds / 1000), '< 15 s'],
      ['  processor of the edge for each', micros(0), ''],
      ['  processor of presence for each', micros(1), ''],
      ['  processor of auth for each', micros(2), ''],
      ['  processor of the load generator for each', `${((joined.cpu / LEARNERS) * 1e6).toFixed(0)} us`, ''],
      [`a manager who connects knows the number online (p99, ${MANAGERS} at once)`, ms(watching.listedP99), ''],
      [
        `a change is with every manager (median of ${CHANGES}: p99)`,
        ms(median(changes.map((c) => c.listedP99))),
        '< 250 ms',
      ],
      ['  p50', ms(median(changes.map((c) => c.listedP50))), ''],
      ['  worst of all', ms(Math.max(...changes.map((c) => c.listedMax))), ''],
      [
        'idle: processors busy with edge / presence / auth',
        cpuIdle.map((part) => `${(100 * part).toFixed(1)} %`).join(' / '),
        '',
      ],
      ['REST p50 / p99, quiet', `${ms(quiet.p50)} / ${ms(quiet.p99)}`, ''],
      ['REST p50 / p99, while all connect', `${ms(whileJoining.p50)} / ${ms(whileJoining.p99)}`, ''],
      ['REST p50 / p99, while lists are sent', `${ms(whileTelling.p50)} / ${ms(whileTelling.p99)}`, ''],
    ],
  );
  for (const seen of [quiet, whileJoining, whileTelling]) {
    if (Object.keys(seen.statuses).join() !== '200') throw new Error(`REST answered ${JSON.stringify(seen.statuses)}`);
  }
} finally {
  await live?.stop();
  await academy.stop();
}
