// What the last release left in tools/release, and the breaks of it that are meant.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../tools/release', import.meta.url));

/** Whether this run writes what the release is, instead of comparing with the last one: `./academy release`. */
export const renews = process.env['ACADEMY_RELEASE'] !== undefined;

/** Reads what the last release left under a name; when the release is renewed, writes `now` there before. */
export function released<T>(name: string, now: T): T {
  const file = join(folder, name);
  if (renews) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(now, undefined, 1)}\n`);
  }
  if (!existsSync(file)) throw new Error(`There is no ${file}: ./academy release`);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** The lines of tools/release/breaks.txt that begin with `kind `, without it and without their reasons. */
export function meant(kind: string): string[] {
  const text = renews ? '' : readFileSync(join(folder, 'breaks.txt'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${kind} `))
    .map((line) => line.slice(kind.length + 1).replace(/ *#.*$/, ''));
}

/** What is broken without being meant, and what is meant without being broken. */
export function unexpected(kind: string, findings: readonly string[], allowed = meant(kind)): string[] {
  return [
    ...findings.filter((finding) => !allowed.includes(finding)),
    ...allowed.filter((line) => !findings.includes(line)).map((line) => `breaks.txt has what is not broken: ${line}`),
  ];
}
