// What a run prints.
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';

import { table } from '../bench/lib/report.mjs';

const seconds = (ms) => (ms === undefined ? '' : `${(ms / 1000).toFixed(1)} s`);

function at(times, part) {
  const inOrder = [...times].sort((one, other) => one - other);
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * part))];
}

/** How long a write takes while nothing is broken. */
export function printPace(paces, distance, roundTrip) {
  const ms = (number) => `${number.toFixed(1)} ms`;
  table(
    `Writes one after another, hosts ${distance} ms apart, hub and back ${ms(roundTrip)} (load average ${loadavg()[0].toFixed(1)})`,
    ['write', 'times', 'p50', 'p99'],
    [...paces].map(([name, times]) => [name, String(times.length), ms(at(times, 0.5)), ms(at(times, 0.99))]),
  );
}

export async function printFigures({ seed, results, findings, failovers, journal, feeds }, { report, folder }) {
  table(
    `Faults under load, seed ${seed} (load average ${loadavg()[0].toFixed(1)})`,
    ['fault', 'times', 'acknowledged', 'unknown', 'lost', 'doubled', 'stuck', 'elected', 'back p50', 'back max'],
    [...results].map(([name, { times, acknowledged, unknown, lost, doubled, stuck, elected, back }]) => [
      name,
      ...[times, acknowledged, unknown, lost, doubled, stuck].map(String),
      ...[at(elected, 1), at(back, 0.5), at(back, 1)].map(seconds),
    ]),
  );
  const kinds = [...journal.writes].sort(([one], [other]) => one.localeCompare(other));
  const outcomes = kinds.map(([kind, { ok, refused, unknown }]) => `${kind} ${ok}/${refused}/${unknown}`);
  console.log(`\nWrites (ok/refused/unknown): ${outcomes.join(', ')}`);
  console.log(`Sessions that had ended were refused ${journal.counts.ended} times, at each edge, a second later`);
  if (findings.length > 0) {
    console.log(`\nCounterexample with seed ${seed}, kept in ${folder}:`);
    for (const { what, text } of findings.slice(0, 10)) console.log(`  ${what}: ${text}`);
  }
  const count = (what) => findings.filter((finding) => finding.what === what).length;
  console.log(
    `\n${failovers} failovers, ${feeds.events} events of feeds, ${journal.counts.ok} acknowledged, ${count('lost')} lost, ${count('doubled')} doubled`,
  );
  if (report) await writeFile(report, reportOf(seed, [...results], findings));
}

/** One line: the number of faults that found nothing and of those that did; then what failed, as totals.mjs says it. */
function reportOf(seed, rows, findings) {
  const failed = rows.filter(([, result]) => result.findings > 0).map(([name]) => name);
  if (findings.length > 0 && failed.length === 0) failed.push('the end');
  const reasons = findings.slice(0, 10).map(({ what, text }) => `          ${what}: ${text}\n`);
  const names = failed.map((name) => `  failed  cluster ${name}, seed ${seed}\n`);
  return `${rows.length - rows.filter(([, { findings: n }]) => n > 0).length} ${failed.length}\n${names.join('')}${reasons.join('')}`;
}
