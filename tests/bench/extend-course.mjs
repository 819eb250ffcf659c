// Measures how long other writers are blocked while a manager extends all assignments of a course of 20,000 learners,
// which is one transaction, because an error must mean that nothing changed. Uses enrollment's store directly, on
// SQLite. Argument: the number of learners.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { tool } from './lib/academy.mjs';
import { load, median, ms, table } from './lib/report.mjs';

const LEARNERS = Number(process.argv[2] ?? 20_000);
const ROUNDS = 7;

const folder = await mkdtemp(join(tmpdir(), 'academy-'));
try {
  const figures = await tool('extend_course', join(folder, 'enrollment.db'), LEARNERS, ROUNDS);
  const names = {
    assign: 'assign a thousand learners',
    extend: 'extend the course',
    forget: 'clean up after the course',
  };
  table(
    `Changes of many assignments, of ${LEARNERS} in the course; medians (${load()})`,
    ['', 'rows', 'call', 'its processor time', 'slowest other write'],
    Object.entries(names).map(([kind, name]) => {
      const of = (figure) => median(figures[kind].map((round) => round[figure]));
      return [name, `${of('rows')}`, ms(of('milliseconds')), ms(of('cpuMilliseconds')), ms(of('othersMilliseconds'))];
    }),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
