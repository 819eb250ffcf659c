// Every process of a cluster is replaced by itself, over databases that a later release has expanded, while videos play,
// uploads run and people work. The long form, with the last release's programs: tests/upgrade.
import { beforeAll, describe } from 'vitest';

import { PROGRAMS } from '../../harness/academies/hosts.ts';
import { onSqlite } from '../../harness/engine.ts';
import { trial, type Outcome } from '../../harness/rolling/trial.ts';
import { testsThatNothingIsLost } from '../../harness/rolling/unnoticed.ts';
import { hasPostgresql } from '../../harness/servers/postgresql.ts';

describe.runIf(onSqlite('own servers') && hasPostgresql())('while every process is replaced', () => {
  let outcome: Outcome;

  beforeAll(async () => {
    outcome = await trial(PROGRAMS, [{ to: 'itself', programs: PROGRAMS, migrates: true, expands: true }]);
  }, 300_000);

  testsThatNothingIsLost(() => outcome);
});
