// The databases of an academy on PostgreSQL are migrated by a job of their own.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Host } from '../../harness/academies/hosts.ts';
import { ROOT } from '../../harness/cluster.ts';
import { onSqlite } from '../../harness/engine.ts';
import { allIn, hasPostgresql, PostgresqlServer, SERVICES, writeAddresses } from '../../harness/servers/postgresql.ts';

const academy = (...words: string[]) => promisify(execFile)(join(ROOT, 'academy'), words);

describe.runIf(onSqlite('own servers') && hasPostgresql())('./academy migrate', () => {
  let server: PostgresqlServer;
  let data: string;

  const auth = () =>
    Host.launched('auth', { data, flags: [`--db_file=${join(server.addresses, 'auth')}`, '--migrate=no'] });
  const versions = async (service: string) =>
    Number(await server.ask(service, 'SELECT MAX(version) FROM schema_migrations'));

  beforeAll(async () => {
    server = await PostgresqlServer.create();
    await writeAddresses(server.addresses, allIn(server));
    data = await mkdtemp(join(tmpdir(), 'academy-'));
  });

  afterAll(async () => {
    await server?.remove();
    if (data) await rm(data, { recursive: true, force: true });
  });

  test('a service that may not migrate says what to do', async () => {
    const refused = await auth();
    expect(await refused.ended()).toBe(1);
    expect(refused.lines.join('\n')).toContain('migrate it first (./academy migrate)');
  });

  test('migrates every service’s database, and such a service starts', async () => {
    const { stdout } = await academy('migrate', '--data', data, '--db-files', server.addresses);
    for (const service of SERVICES) {
      expect(stdout).toContain(`the database of ${service} has the schema of this build`);
      expect(await versions(service)).toBeGreaterThan(0);
    }
    const host = await auth();
    await host.serves();
    // Again, while it runs.
    await academy('migrate', '--data', data, '--db-files', server.addresses);
    expect(host.hasEnded).toBe(false);
    host.signal('SIGTERM');
    expect(await host.ended()).toBe(0);
  });

  test('a database that a later release has contracted is refused, and left alone', async () => {
    const later = (await versions('auth')) + 1;
    await server.ask(
      'auth',
      `INSERT INTO schema_migrations VALUES (${later}, 'later', 0); UPDATE schema_floor SET version = ${later}`,
      'services',
    );
    const job = academy('migrate', '--data', data, '--db-files', server.addresses);
    await expect(job).rejects.toThrow(`for programs that know version ${later}`);
    expect(await versions('auth')).toBe(later);
  });
});
