// A service's readiness follows its PostgreSQL database; the edge's own does not.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Cluster } from '../../harness/cluster.ts';
import { onSqlite } from '../../harness/engine.ts';
import { grpcHealth, NOT_SERVING, SERVING } from '../../harness/grpc-health.ts';
import { hasPostgresql, PostgresqlServer, writeAddresses } from '../../harness/servers/postgresql.ts';
import { until } from '../../harness/until.ts';

test.runIf(onSqlite('own servers') && hasPostgresql())(
  'a service whose database lets nobody in is not ready, and is again when it does',
  { timeout: 180_000 },
  async () => {
    const server = await PostgresqlServer.create();
    const data = await mkdtemp(join(tmpdir(), 'academy-'));
    const databases = join(data, 'addresses');
    let academy: Cluster | undefined;
    try {
      await writeAddresses(databases, { auth: server });
      const started = (academy = await Cluster.start({ data, databases }));
      const readiness = async (path: string) => {
        const answer = await fetch(`${started.url}${path}`);
        return { status: answer.status, ...((await answer.json()) as object) };
      };
      const address = (await readFile(join(data, 'run', 'auth.addr'), 'utf8')).trim();
      expect(await grpcHealth(address)).toBe(SERVING);

      await server.ask('postgres', 'ALTER DATABASE auth WITH ALLOW_CONNECTIONS false');
      await server.ask(
        'postgres',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'auth' AND pid <> pg_backend_pid()",
      );
      await until('the failed heartbeat', async () => (await grpcHealth(address)) === NOT_SERVING);
      expect(await readiness('/readyz')).toMatchObject({
        status: 503,
        code: 'not_ready',
        missing: ['auth'],
        silent: [],
      });
      expect(await readiness('/readyz/edge')).toMatchObject({ status: 200, missing: ['auth'], silent: [] });

      await server.ask('postgres', 'ALTER DATABASE auth WITH ALLOW_CONNECTIONS true');
      await until('a heartbeat', async () => (await grpcHealth(address)) === SERVING);
      expect(await readiness('/readyz')).toMatchObject({ status: 200, missing: [] });
    } finally {
      await academy?.stop();
      await server.remove();
      await rm(data, { recursive: true, force: true });
    }
  },
);
