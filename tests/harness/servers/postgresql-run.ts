// Starts a PostgreSQL server before the first test of a run and removes it after the last one.
import type { TestProject } from 'vitest/node';

import { hasPostgresql, PostgresqlServer } from './postgresql.ts';

export async function setup(project: TestProject) {
  if (!hasPostgresql()) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const server = await PostgresqlServer.create();
  project.provide('postgresql', server.folder);
  return () => server.remove();
}
