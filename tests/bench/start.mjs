// How long `./academy run` takes until it is ready: on an empty folder, and on one with 2,000 learners. A process that
// only says `ready`, started in the same way in the same round, tells how busy the machine is.
//   node tests/bench/start.mjs [ROUNDS]
import { execFile } from 'node:child_process';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Academy } from './lib/academy.mjs';
import { load, median, ms, table } from './lib/report.mjs';

const run = promisify(execFile);
const ROUNDS = Number(process.argv[2] ?? 9);
const PROCESSES = ['edge', 'auth', 'catalog', 'enrollment', 'presence'];
const AIM_MS = 500;

/** Milliseconds until ready, and until each process had published its address. */
async function timed(academy) {
  const begun = Date.now();
  await academy.run();
  const ready = Date.now() - begun;
  const published = PROCESSES.map(async (name) => {
    const { mtimeMs } = await stat(join(academy.data, 'run', `${name}.addr`));
    return [name, mtimeMs - begun];
  });
  return { ready, ...Object.fromEntries(await Promise.all(published)) };
}

async function shell() {
  const begun = performance.now();
  await run('bash', ['-c', 'for i in 1 2 3 4 5 6 7 8 9 10; do /bin/true; done; echo ready']);
  return performance.now() - begun;
}

const rows = [];
const row = (name, rounds, aim) => {
  const figure = (what) => ms(median(rounds.map((round) => round[what])));
  const most = ms(Math.max(...rounds.map(({ ready }) => ready)));
  rows.push([name, figure('ready'), most, aim, ...PROCESSES.map(figure)]);
};

const first = [];
const idle = [];
for (let i = 0; i < ROUNDS; ++i) {
  const academy = new Academy(await mkdtemp(join(tmpdir(), 'academy-')), []);
  first.push(await timed(academy));
  await academy.stop();
  idle.push(await shell());
}
row('empty folder', first, '');
const academy = await Academy.start(2000);
try {
  const again = [];
  for (let i = 0; i < ROUNDS; ++i) {
    await academy.end();
    again.push(await timed(academy));
  }
  row('2,000 learners', again, `under ${AIM_MS} ms`);
} finally {
  await academy.stop();
}
table(
  `Ready after \`./academy run\`, ${ROUNDS} starts each (${load()}; a shell with ten programs: ${ms(median(idle))})`,
  ['data', 'median', 'most', 'aim', ...PROCESSES],
  rows,
);
