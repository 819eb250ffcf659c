// A stop in phases: not ready at once, still serving while that is noticed, then nothing new, and what is under way
// ends.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { SecondEdge } from '../../harness/academies/edge.ts';
import { firstManager, type Api } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { grpcHealth, NOT_SERVING, SERVING } from '../../harness/grpc-health.ts';
import { LiveConnection } from '../../harness/live.ts';
import { RawConnection } from '../../harness/raw.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster;
let manager: Api;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
});

async function withEdge(flags: readonly string[], use: (edge: SecondEdge) => Promise<void>): Promise<void> {
  const edge = await SecondEdge.start(cluster, { flags });
  try {
    await use(edge);
  } finally {
    edge.kill();
    await edge.stop();
  }
}

const get = (edge: SecondEdge, path: string) => fetch(`${edge.url}${path}`, { headers: { connection: 'close' } });

/** A call of a manager whose body is not complete: what is under way when the edge stops. */
async function beginCall(edge: SecondEdge): Promise<RawConnection> {
  const connection = await RawConnection.open(edge.port);
  await connection.send(
    'POST /api/cm/auth/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n' +
      `Authorization: Bearer ${manager.token ?? ''}\r\n\r\n{`,
  );
  // The edge has read it: it answers a later one.
  expect((await get(edge, '/livez')).status).toBe(200);
  return connection;
}

describe('an edge', () => {
  test('is alive under both names', async () => {
    for (const path of ['/livez', '/healthz']) {
      const answer = await fetch(`${cluster.url}${path}`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ message: 'Alive' });
    }
  });

  test('that stops is not ready at once, and still serves for the delay', async () => {
    await withEdge(['--drain_delay=60s'], async (edge) => {
      edge.terminate();
      await until('the drain', async () => (await get(edge, '/readyz/edge')).status === 503);
      for (const path of ['/readyz/edge', '/readyz']) {
        const answer = await get(edge, path);
        expect(answer.status).toBe(503);
        expect(await answer.json()).toMatchObject({ code: 'draining', ready: false });
      }
      expect((await get(edge, '/livez')).status).toBe(200);
      expect((await get(edge, '/')).status).toBe(200);
      const headers = { authorization: `Bearer ${manager.token ?? ''}` };
      expect((await fetch(`${edge.url}/api/cm/auth/check`, { method: 'POST', headers })).status).toBe(200);
    });
  });

  test('waits for what is under way for as long as its flag says', async () => {
    await withEdge(['--drain_time=6s'], (hasty) =>
      withEdge(['--drain_time=60s'], async (patient) => {
        const [lost, kept] = [await beginCall(hasty), await beginCall(patient)];
        const live = await new LiveConnection(patient.url, manager.token).connected();
        for (const edge of [hasty, patient]) edge.terminate();
        expect(await hasty.ended()).toBe(0);
        await lost.awaitClose();
        expect(lost.received).toBe('');
        await until('the closed door', () =>
          RawConnection.open(patient.port).then(
            (connection) => (connection.destroy(), false),
            () => true,
          ),
        );
        // A live connection goes to another edge meanwhile.
        await until('the end of the live connection', () => !live.socket.connected);
        await kept.send('}');
        expect((await kept.answers())[0]?.status).toBe(200);
        kept.destroy();
        expect(await patient.ended()).toBe(0);
      }),
    );
  });

  test('refuses a drain of more than a minute', async () => {
    const edge = spawn(join(ROOT, 'out/bin/edge'), ['--data', join(cluster.data, 'none'), '--drain_time=61s']);
    let said = '';
    edge.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const [code] = (await once(edge, 'close')) as [number];
    expect(code).toBe(1);
    expect(said).toContain('--drain-time is a time from 0 to 60s');
  });
});

describe('the edge of a running academy', () => {
  test('is ready by itself while a service hangs, and is not when all do', async () => {
    const body = async (path: string) => {
      const answer = await fetch(`${cluster.url}${path}`);
      return { status: answer.status, ...((await answer.json()) as { missing: string[]; code?: string }) };
    };
    const services = ['auth', 'catalog', 'enrollment', 'presence'] as const;
    const pids = await Promise.all(services.map((name) => cluster.pidOf(name)));
    try {
      await cluster.freeze(pids[1] ?? 0);
      expect(await body('/readyz')).toMatchObject({ status: 503, code: 'not_ready', missing: ['catalog'] });
      expect(await body('/readyz/edge')).toMatchObject({ status: 200, ready: true, missing: ['catalog'] });
      for (const pid of pids) await cluster.freeze(pid);
      expect(await body('/readyz/edge')).toMatchObject({ status: 503, code: 'edge_isolated' });
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    await cluster.ready();
    expect((await body('/readyz/edge')).status).toBe(200);
  });
});

describe('a service', () => {
  let data: string;
  let child: ChildProcess;

  async function start(flags: readonly string[]): Promise<string> {
    data = await mkdtemp(join(tmpdir(), 'academy-'));
    child = spawn(join(ROOT, 'out/bin/auth'), ['--data', data, '--grpc_port=0', ...flags], { stdio: 'ignore' });
    const address = await until('its address', () => readFile(join(data, 'run/auth.addr'), 'utf8'));
    await until('its health', async () => (await grpcHealth(address.trim())) === SERVING);
    return address.trim();
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
    await rm(data, { recursive: true, force: true });
    return child.exitCode;
  }

  test('that stops is NOT_SERVING at once, and still answers for the delay', async () => {
    const address = await start(['--drain_delay=60s']);
    try {
      child.kill('SIGTERM');
      await until('the drain', async () => (await grpcHealth(address)) === NOT_SERVING);
      expect(await grpcHealth(address)).toBe(NOT_SERVING);
    } finally {
      await end('SIGKILL');
    }
  });

  test('that nobody calls stops at once', async () => {
    await start(['--drain_time=60s']);
    expect(await end('SIGTERM')).toBe(0);
  });
});
