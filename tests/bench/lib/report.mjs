// Small tables, medians of a few runs, and the load of the machine.
import { loadavg } from 'node:os';

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Runs `measure` `runs` times and returns the median of each figure that `figures` takes from the results. */
export async function medians(runs, measure, figures) {
  const results = [];
  for (let i = 0; i < runs; ++i) results.push(await measure());
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, median(results.map((result) => figure(result)))]),
  );
}

export function table(title, columns, rows) {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index].length)));
  const line = (cells) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]))).join('  ');
  console.log(`\n${title}\n${line(columns)}\n${line(widths.map((width) => '-'.repeat(width)))}`);
  for (const row of rows) console.log(line(row));
}

export const percent = (part) => `${(100 * part).toFixed(0)} %`;
export const ms = (milliseconds) => `${milliseconds.toFixed(2)} ms`;
export const load = () => `load average ${loadavg()[0].toFixed(1)}`;
