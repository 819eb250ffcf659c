// The last release to this tree and back, while videos play and uploads run: `./academy test upgrade`, which builds the
// last release and names its folder in ACADEMY_PREVIOUS. Prints what clients counted.
import { beforeAll, describe, expect, test } from 'vitest';

import { table } from '../bench/lib/report.mjs';
import { PROGRAMS } from '../harness/academies/hosts.ts';
import { knowsFloor } from '../harness/rolling/academy.ts';
import { trial, type Outcome } from '../harness/rolling/trial.ts';

/** What a viewer is not to notice. */
const STALL_MS = 2000;
const LONGEST_MS = 20 * 60_000;

describe('the last release, this tree, and the last release again', () => {
  let outcome: Outcome;

  beforeAll(async () => {
    const previous = process.env['ACADEMY_PREVIOUS'] ?? PROGRAMS;
    // A release of before cannot know that it may work with a later one's database.
    const expands = await knowsFloor(previous);
    outcome = await trial(previous, [
      { to: 'this tree', programs: PROGRAMS, migrates: true, expands, processes: true },
      { to: 'the last release', programs: previous, migrates: false, processes: true },
    ]);
    const { tally, stalls, longestStall, uploads } = outcome;
    const columns = ['calls', 'times', '5xx', 'broken', 'refused', 'p50', 'p99', 'longest'];
    table('What clients were answered while every process was replaced twice', columns, tally.rows());
    console.log(`\n${stalls} stalls, the longest ${Math.round(longestStall)} ms; ${uploads} uploads`);
    if (!expands) console.log('The last release knows no floor, so the databases were not expanded');
    for (const complaint of outcome.complaints.slice(0, 20)) console.log(complaint);
  }, LONGEST_MS);

  test('no player stands still for two seconds', () => {
    expect(outcome.longestStall).toBeLessThan(STALL_MS);
  });

  test('no call is answered 5xx', () => {
    expect(outcome.tally.wrong('failures')).toEqual([]);
  });

  test('no connection ends without an answer', () => {
    expect(outcome.tally.wrong('broken')).toEqual([]);
  });

  test('no call is refused', () => {
    expect(outcome.tally.wrong('refused')).toEqual([]);
  });

  test('every upload is stored as it was sent', () => {
    expect(outcome.uploads).toBeGreaterThan(0);
    expect(outcome.lostUploads).toEqual([]);
  });

  test('videos are processed after each replacement', () => {
    expect(outcome.unready).toEqual([]);
  });

  test('what was acknowledged is there once', () => {
    expect(outcome.lost).toEqual([]);
  });
});
