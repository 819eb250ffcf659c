// Physical classes stand here to be found.
/* eslint-disable academy/logical-properties */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PHYSICAL } from '../../scripts/eslint-rules.mjs';

const SRC = join(import.meta.dirname, '..');
const files = (readdirSync(SRC, { recursive: true }) as string[]).filter((name) => !name.endsWith('.test.tsx'));
const linesOf = (name: string) =>
  readFileSync(join(SRC, name), 'utf8')
    .split('\n')
    .map((text, index) => ({ text, at: `${name}:${index + 1}` }));

test('no message is missing, unused, or without a placeholder or a plural of its language', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(SRC, '../scripts/i18n-check.mjs')], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/ 0 problems/);
});

test.each([
  ['ml-4', true],
  ['hover:pr-2 flex', true],
  ['-left-1/2', true],
  ['md:text-right', true],
  ['rounded-tl-lg', true],
  ['border-l', true],
  ['ms-4 pe-2 start-0 text-end rounded-ss-lg border-s', false],
  ['group-data-[placement=left]:rotate-90', false],
])('the class list "%s" is physical: %s', (classes, physical) => {
  expect(PHYSICAL.test(classes)).toBe(physical);
});

test('no class of a component is physical', () => {
  const found = files
    .filter((name) => name.endsWith('.tsx'))
    .flatMap(linesOf)
    .filter(({ text }) => /className|cx\(|'[^']*'/.test(text))
    .filter(({ text }) =>
      (text.match(/(['"`])(?:(?!\1).)*\1/g) ?? []).some((part) => PHYSICAL.test(part.slice(1, -1))),
    );
  expect(found).toEqual([]);
});

test('no style sheet names a side, but where a rule is for one direction', () => {
  const SIDE = /(?:^|[\s;{-])(?:left|right)\s*:|(?:margin|padding|border)-(?:left|right)|text-align:\s*(?:left|right)/;
  const found = files
    .filter((name) => name.endsWith('.css'))
    .flatMap(linesOf)
    .filter(({ text }) => SIDE.test(text));
  expect(found).toEqual([]);
});
