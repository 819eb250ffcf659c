// Two processes of one service over one database: reads go round them, one that dies is not noticed, and one that
// returns gets its share again.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Certificates, Host } from '../../harness/academies/hosts.ts';
import { firstManager, newCourse, type Api } from '../../harness/api.ts';
import { onSqlite } from '../../harness/engine.ts';
import { rawCall, tlsOf } from '../../harness/grpc-call.ts';
import { hasPostgresql, PostgresqlServer } from '../../harness/servers/postgresql.ts';
import { until } from '../../harness/until.ts';

const CALLERS = 8;
const KILLS = 2;

describe.runIf(onSqlite('own servers') && hasPostgresql())('two catalogs over one database', () => {
  let server: PostgresqlServer;
  let certificates: Certificates;
  const hosts: Host[] = [];
  let auth: Host, replicas: [Host, Host], edge: Host;
  let edgeCertificate: string;
  let manager: Api;

  beforeAll(async () => {
    [server, certificates] = [await PostgresqlServer.create(), await Certificates.create()];
    await certificates.authority();
    const database = async (service: 'auth' | 'catalog') => {
      const file = join(certificates.folder, service);
      await writeFile(file, server.address(service), { mode: 0o600 });
      return `--db_file=${file}`;
    };
    const tls = async (name: string) => `--grpc_tls=${await certificates.make(name)}`;
    const start = async (...words: Parameters<typeof Host.start>) => {
      const host = await Host.start(...words);
      hosts.push(host);
      return host;
    };
    auth = await start('auth', { flags: [await tls('auth'), await database('auth'), '--bot_check=off'] });
    const toAuth = `--auth=${auth.address()}`;
    const keysFrom = auth.data;
    const catalogFlags = [await tls('catalog'), await database('catalog'), toAuth, '--encoders=0'];
    replicas = [
      await start('catalog', { keysFrom, flags: catalogFlags }),
      await start('catalog', { keysFrom, flags: catalogFlags }),
    ];
    const toCatalog = `--catalog=ipv4:${replicas[0].address()},${replicas[1].address()}`;
    const presence = await start('presence', { keysFrom, flags: [await tls('presence'), toAuth] });
    const enrollment = await start('enrollment', { keysFrom, flags: [await tls('enrollment'), toAuth, toCatalog] });
    edgeCertificate = await certificates.make('edge');
    const others = [`--enrollment=${enrollment.address()}`, `--presence=${presence.address()}`];
    const flags = [`--grpc_tls=${edgeCertificate}`, toAuth, toCatalog, ...others, '--bot_check=off'];
    edge = await start('edge', { keysFrom, flags });
    const url = `http://${edge.address()}`;
    await until('readiness', async () => (await fetch(`${url}/readyz`)).status === 200);
    manager = (await firstManager(url)).api;
    await newCourse(manager, 'Read often', ['one', 'two']);
  });
  afterAll(async () => {
    for (const host of hosts) await host.remove();
    await certificates?.remove();
    await server?.remove();
  });

  /** How many lists of courses a replica has answered since it started. */
  async function listsOf(replica: Host): Promise<number> {
    const answer = await rawCall({
      address: replica.address(),
      rpc: '/academy.common.v1.ProcessMetrics/Collect',
      keys: { data: auth.data, name: 'edge-catalog' },
      caller: 'service:edge',
      transport: await tlsOf(edgeCertificate, 'edge'),
      server: 'catalog',
    });
    if (!Buffer.isBuffer(answer)) throw new Error(answer.message);
    const lines = answer.toString('latin1').matchAll(/academy_rpc_calls_total\{[^}]*rpc="ListCourses"[^}]*\} (\d+)/g);
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  /** The shares of the replicas in the next reads: each one's part of half. */
  async function shares(reads: () => number, count: number): Promise<number[]> {
    const before = await Promise.all(replicas.map(listsOf));
    const enough = reads() + count;
    await until('more reads', () => reads() >= enough);
    const after = await Promise.all(replicas.map(listsOf));
    const served = after.map((lists, i) => lists - (before[i] ?? 0));
    const half = served.reduce((sum, each) => sum + each) / served.length;
    return served.map((each) => each / half);
  }

  test('share the reads evenly, hide the death of one, and share again', { timeout: 180_000 }, async () => {
    let stop = false;
    let reads = 0;
    const failures: number[] = [];
    const callers = Array.from({ length: CALLERS }, async () => {
      while (!stop) {
        const { status } = await manager.call('POST', '/api/cm/course/fetch-courses');
        reads += 1;
        if (status !== 200) failures.push(performance.now());
      }
    });
    try {
      let even: number[] = [];
      const isEven = async (count: number) => {
        even = await shares(() => reads, count);
        return even.every((share) => Math.abs(share - 1) < 0.15);
      };
      // A connection that was made late has had fewer.
      await until('even shares', () => isEven(1000), 60_000);
      expect(failures).toEqual([]);

      const rounds: object[] = [];
      for (let round = 0; round < KILLS; ++round) {
        const before = reads;
        replicas[1].signal('SIGKILL');
        const killed = performance.now();
        await replicas[1].ended();
        await until('reads without it', () => performance.now() > killed + 5000);
        const during = reads - before;
        expect(failures).toEqual([]);
        await replicas[1].startAgain();
        const returned = performance.now();
        await until('its share', () => isEven(300), 60_000);
        rounds.push({ reads: during, balancedAfterMs: Math.round(performance.now() - returned) });
      }
      console.info(JSON.stringify({ reads, failures: failures.length, even, rounds }));
    } finally {
      stop = true;
      await Promise.all(callers);
    }
  });
});
