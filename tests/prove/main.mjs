// Proves that the academy loses nothing that it acknowledged, whatever happens to it: docs/prove.md.
//   node tests/prove/main.mjs [--minutes N] [--seed N] [--engine E] [--sabotage S] [--only FAULT;FAULT] [--report FILE]
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT } from '../bench/lib/academy.mjs';
import { table } from '../bench/lib/report.mjs';
import { DATABASE_FAULTS } from './backups.mjs';
import { FAULTS, POWER_CUT, STORE_FAULTS } from './faults.mjs';
import { Part } from './part.mjs';
import { POSTGRESQL_FAULTS } from './postgresql.mjs';
import { Shim } from './shim.mjs';

const PROVEN = 0;
const COUNTEREXAMPLE = 1;
const COULD_NOT_RUN = 2;
const SABOTAGES = ['synchronous=OFF', 'skip-fsync', 'ack-early'];
/** The object store's share of the time. */
const STORE_SHARE = 0.15;

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    sabotage: { type: 'string' },
    only: { type: 'string' },
    report: { type: 'string' },
  },
});
if (flags.sabotage && flags.engine !== 'sqlite') {
  console.error('Sabotage is for --engine sqlite: PostgreSQL keeps its files by itself');
  process.exit(COULD_NOT_RUN);
}
if (flags.sabotage && !SABOTAGES.includes(flags.sabotage)) {
  console.error(`There is no sabotage ${flags.sabotage}: ${SABOTAGES.join(', ')}`);
  process.exit(COULD_NOT_RUN);
}
const seed = Number(flags.seed ?? Math.floor(Math.random() * 1e9));
const minutes = Number(flags.minutes);

const folder = await mkdtemp(join(tmpdir(), 'prove-'));
const library = join(ROOT, 'out/prove/faults.so');
const parts = [];
let status = COULD_NOT_RUN;

async function clean() {
  for (const part of parts) await part.stop();
  if (status !== COUNTEREXAMPLE) await rm(folder, { recursive: true, force: true });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void clean().finally(() => process.exit(COULD_NOT_RUN)));
}

try {
  console.log(
    `Seed ${seed}, ${flags.engine}, ${minutes} minutes${flags.sabotage ? `, sabotage ${flags.sabotage}` : ''}`,
  );
  Shim.build(library);
  for (const { name, faults, share, ...options } of plan()) {
    const part = new Part(join(folder, name), library, faults, options);
    parts.push(part);
    await part.run(seed, minutes * share, flags.sabotage);
    if (part.findings.length > 0) break;
  }
  status = parts.some(({ findings }) => findings.length > 0) ? COUNTEREXAMPLE : PROVEN;
  await report();
} catch (error) {
  console.error(`prove could not run: ${error.stack}`);
}
await clean();
process.exitCode = status;

/** The academies of this run. Sabotage shows when the power is cut. */
function plan() {
  const only = flags.only?.split(';');
  const wanted = (faults) => (only ? faults.filter(({ name }) => only.includes(name)) : faults);
  if (flags.engine === 'postgresql') {
    const faults = wanted([...FAULTS.filter(({ sqlite }) => !sqlite), ...POSTGRESQL_FAULTS]);
    return [{ name: 'postgresql', faults, share: 1, postgresql: true }];
  }
  if (flags.sabotage) return [{ name: 'files', faults: [POWER_CUT], share: 1 }];
  return [
    { name: 'files', faults: wanted([...FAULTS, ...DATABASE_FAULTS]), share: 1 - STORE_SHARE },
    { name: 'store', faults: wanted(STORE_FAULTS), share: STORE_SHARE, objectStore: true },
  ].filter(({ faults }) => faults.length > 0);
}

async function report() {
  const at = (times, part) => times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))];
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  const rows = parts.flatMap(({ results }) => [...results]);
  const findings = parts.flatMap((part) => part.findings);
  const sum = (what) => parts.reduce((whole, { counts }) => whole + counts[what], 0);
  const keys = parts.every(({ repeating }) => repeating)
    ? `${sum('replayed')} answers replayed by their keys`
    : 'keys are not repeated: what is unknown is whole or absent';
  table(
    `Faults under load, seed ${seed} (${keys}; load average ${loadavg()[0].toFixed(1)})`,
    ['fault', 'times', 'acknowledged', 'unknown', 'lost', 'doubled', 'back p50', 'p99'],
    rows.map(([name, { times, acknowledged, unknown, lost, doubled, back }]) => [
      name,
      ...[times, acknowledged, unknown, lost, doubled].map(String),
      seconds(at(back, 0.5)),
      seconds(at(back, 0.99)),
    ]),
  );
  const writes = new Map();
  for (const [kind, { ok, refused, unknown }] of parts.flatMap((part) => [...part.writes])) {
    const before = writes.get(kind) ?? [0, 0, 0];
    writes.set(kind, [before[0] + ok, before[1] + refused, before[2] + unknown]);
  }
  const kinds = [...writes].sort(([one], [other]) => one.localeCompare(other));
  console.log(`\nWrites (ok, refused, unknown): ${kinds.map(([kind, n]) => `${kind} ${n.join('/')}`).join(', ')}`);
  const kills = new Map();
  for (const [, result] of rows) {
    for (const [name, times] of Object.entries(result.kills)) kills.set(name, (kills.get(name) ?? 0) + times);
  }
  if (kills.size > 0) console.log(`\nKilled: ${[...kills].map(([name, times]) => `${name} ${times}`).join(', ')}`);
  if (findings.length > 0) {
    console.log(`\nCounterexample with seed ${seed}, kept in ${folder}:`);
    for (const { what, text } of findings.slice(0, 10)) console.log(`  ${what}: ${text}`);
  }
  if (flags.report) await writeFile(flags.report, reportOf(rows, findings));
  const count = (what) => findings.filter((finding) => finding.what === what).length;
  console.log(`\n${sum('ok')} acknowledged, ${count('lost')} lost, ${count('doubled')} doubled`);
}

/** One line: the number of faults that found nothing and of those that did; then what failed, as totals.mjs says it. */
function reportOf(rows, findings) {
  const failed = rows.filter(([, result]) => result.findings > 0).map(([name]) => name);
  if (findings.length > 0 && failed.length === 0) failed.push('the end');
  const reasons = findings.slice(0, 10).map(({ what, text }) => `          ${what}: ${text}\n`);
  return `${rows.length - failed.length} ${failed.length}\n${failed.map((name) => `  failed  prove ${name}, seed ${seed}\n`).join('')}${reasons.join('')}`;
}
