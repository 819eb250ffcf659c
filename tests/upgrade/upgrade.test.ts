// The last release to this tree and back, while videos play and uploads run: `./academy test upgrade`, which builds the
// last release and names its folder in ACADEMY_PREVIOUS. Prints what clients counted.
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PROGRAMS } from '../harness/academies/hosts.ts';
import { knowsFloor } from '../harness/rolling/academy.ts';
import { trial, type Outcome } from '../harness/rolling/trial.ts';
import { printOutcome, testsThatNothingIsNoticed } from '../harness/rolling/unnoticed.ts';

const LONGEST_MS = 20 * 60_000;

/** The programs of a release in `folder`, whose edge also has the files of the `other` one's pages (docs/cluster.md). */
async function withFilesOf(other: string, programs: string, folder: string): Promise<string> {
  const out = join(folder, 'out');
  await mkdir(out, { recursive: true });
  await symlink(join(programs, 'bin'), join(out, 'bin'));
  await symlink(join(dirname(programs), 'site'), join(folder, 'site'));
  await cp(join(programs, 'web'), join(out, 'web'), { recursive: true });
  await cp(join(other, 'web/assets'), join(out, 'web/assets'), { recursive: true, force: false });
  return out;
}

describe('the last release, this tree, and the last release again', () => {
  let outcome: Outcome;
  let folder: string;

  afterAll(() => rm(folder, { recursive: true, force: true }));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'academy-'));
    const last = process.env['ACADEMY_PREVIOUS'] ?? PROGRAMS;
    const previous = await withFilesOf(PROGRAMS, last, join(folder, 'last'));
    const next = await withFilesOf(last, PROGRAMS, join(folder, 'this'));
    // A release of before cannot know that it may work with a later one's database.
    const expands = await knowsFloor(previous);
    outcome = await trial(previous, [
      { to: 'this tree', programs: next, migrates: true, expands, processes: true },
      { to: 'the last release', programs: previous, migrates: false, processes: true },
    ]);
    printOutcome('What clients were answered while every process was replaced twice', outcome);
    if (!expands) console.log('The last release knows no floor, so the databases were not expanded');
  }, LONGEST_MS);

  testsThatNothingIsNoticed(() => outcome);

  test('videos are processed after each replacement', () => {
    expect(outcome.unready).toEqual([]);
  });
});
