// Every process of a cluster is replaced by itself, over databases that a later release has expanded, while videos play,
// uploads run and people work. The long form, with the last release's programs: tests/upgrade.
import { beforeAll, describe, expect, test } from 'vitest';

import { PROGRAMS } from '../../harness/academies/hosts.ts';
import { onSqlite } from '../../harness/engine.ts';
import { trial, type Outcome } from '../../harness/rolling/trial.ts';
import { hasPostgresql } from '../../harness/servers/postgresql.ts';

describe.runIf(onSqlite('own servers') && hasPostgresql())('while every process is replaced', () => {
  let outcome: Outcome;

  beforeAll(async () => {
    outcome = await trial(PROGRAMS, [{ to: 'itself', programs: PROGRAMS, migrates: true, expands: true }]);
  }, 300_000);

  test('every call is answered, and as without that', () => {
    const { tally } = outcome;
    expect(tally.kinds.size).toBeGreaterThan(10);
    expect([...tally.wrong('failures'), ...tally.wrong('broken'), ...tally.wrong('refused')]).toEqual([]);
  });

  test('every upload is stored as it was sent', () => {
    expect(outcome.uploads).toBeGreaterThan(0);
    expect(outcome.lostUploads).toEqual([]);
  });

  test('what was acknowledged is there once', () => {
    expect(outcome.lost).toEqual([]);
  });
});
