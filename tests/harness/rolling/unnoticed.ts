// What clients must not notice of anything that is done to their academy: tests of what they counted.
import { expect, test } from 'vitest';

import { table } from '../../bench/lib/report.mjs';
import type { Outcome } from './load.ts';

/** What a viewer is not to notice. */
const STALL_MS = 2000;

/** Nothing fails and nothing is lost. `outcome` is asked in the tests, once it is there. */
export function testsThatNothingIsLost(outcome: () => Outcome): void {
  test('every call is answered, and as without it', () => {
    const { tally } = outcome();
    expect(tally.kinds.size).toBeGreaterThan(10);
    expect({
      failures: tally.wrong('failures'),
      broken: tally.wrong('broken'),
      refused: tally.wrong('refused'),
    }).toEqual({ failures: [], broken: [], refused: [] });
  });

  test('every upload is stored as it was sent', () => {
    expect(outcome().uploads).toBeGreaterThan(0);
    expect(outcome().lostUploads).toEqual([]);
  });

  test('what was acknowledged is there once', () => {
    expect(outcome().lost).toEqual([]);
  });
}

/** Nor does a picture stand still: for the long forms. */
export function testsThatNothingIsNoticed(outcome: () => Outcome): void {
  test('no player stands still for two seconds', () => {
    expect(outcome().longestStall).toBeLessThan(STALL_MS);
  });
  testsThatNothingIsLost(outcome);
}

/** Prints what clients counted, and some of what processes complained of. */
export function printOutcome(title: string, { tally, stalls, longestStall, uploads, complaints }: Outcome): void {
  table(title, ['calls', 'times', '5xx', 'broken', 'refused', 'p50', 'p99', 'longest'], tally.rows());
  console.log(`\n${stalls} stalls, the longest ${Math.round(longestStall)} ms; ${uploads} uploads`);
  for (const complaint of complaints.slice(0, 20)) console.log(complaint);
}
