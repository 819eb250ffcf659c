import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { credentials, loadPackageDefinition, Metadata, status, type Client, type ServiceError } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, freshEmail, newLearner, PASSWORD, signIn } from '../../harness/api.ts';
import { Cluster, isAlive, PROCESSES, ROOT } from '../../harness/cluster.ts';
import { until } from '../../harness/until.ts';

const SERVICES = PROCESSES.filter((name) => name !== 'edge');

let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
});

afterAll(async () => {
  await cluster?.stop();
});

/** Makes a unary call by its full name; resolves with the answer or gRPC's error. */
function call(
  address: string,
  protoFile: string,
  service: string,
  method: string,
  request: object,
  metadata = new Metadata(),
) {
  const definition = loadSync(protoFile, { includeDirs: [join(ROOT, 'proto'), import.meta.dirname] });
  const found = service
    .split('.')
    .reduce(
      (level, name) => (level as Record<string, unknown>)[name] as object,
      loadPackageDefinition(definition) as object,
    );
  const Stub = found as new (address: string, channel: ReturnType<typeof credentials.createInsecure>) => Client;
  const client = new Stub(address, credentials.createInsecure());
  const run = (client as unknown as Record<string, (...args: unknown[]) => void>)[method];
  return new Promise<{ error: ServiceError | null; answer: Record<string, unknown> }>((resolve) => {
    run?.call(
      client,
      request,
      metadata,
      { deadline: Date.now() + 5000 },
      (error: ServiceError | null, answer: Record<string, unknown>) => {
        client.close();
        resolve({ error, answer });
      },
    );
  });
}

const HEALTH = join(ROOT, 'tests/harness/health.proto');

describe('the files of the run folder', () => {
  test.each(PROCESSES)('%s publishes its process id and address', async (name) => {
    const pid = await cluster.pidOf(name);
    expect(await isAlive(pid)).toBe(true);
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain(`bin/${name}`);
    expect(await cluster.addressOf(name)).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  test('the keys and the data are readable by their owner only', async () => {
    expect((await stat(join(cluster.data, 'keys'))).mode & 0o777).toBe(0o700);
    for (const name of await readdir(join(cluster.data, 'keys'))) {
      expect((await stat(join(cluster.data, 'keys', name))).mode & 0o777).toBe(0o600);
    }
    for (const name of SERVICES) expect((await stat(join(cluster.data, name))).mode & 0o077).toBe(0);
  });

  test('logs have one JSON object per line', async () => {
    for (const name of PROCESSES) {
      const lines = (await cluster.logOf(name))
        .trim()
        .split('\n')
        .filter((line) => line !== '');
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ process: name });
    }
  });
});

describe('gRPC', () => {
  test.each(SERVICES)('%s answers health checks', async (name) => {
    const { answer } = await call(await cluster.addressOf(name), HEALTH, 'grpc.health.v1.Health', 'check', {});
    expect(answer).toMatchObject({ status: 1 });
  });

  test.each([
    {
      name: 'auth',
      proto: 'academy/auth/v1/learners.proto',
      service: 'academy.auth.v1.Learners',
      method: 'listLearners',
    },
    {
      name: 'catalog',
      proto: 'academy/catalog/v1/courses.proto',
      service: 'academy.catalog.v1.Courses',
      method: 'listPublicCourses',
    },
    {
      name: 'enrollment',
      proto: 'academy/enrollment/v1/watching.proto',
      service: 'academy.enrollment.v1.Watching',
      method: 'listMyCourses',
    },
    {
      name: 'presence',
      proto: 'academy/presence/v1/presence.proto',
      service: 'academy.presence.v1.Presence',
      method: 'listOnline',
    },
  ] as const)('$name refuses a call without the internal credential', async ({ name, proto, service, method }) => {
    const address = await cluster.addressOf(name);
    const without = await call(address, proto, service, method, {});
    expect(without.error?.code).toBe(status.UNAUTHENTICATED);
    const wrong = new Metadata();
    wrong.set('x-academy-credential', '0'.repeat(64));
    wrong.set('x-academy-caller', 'service:edge');
    expect((await call(address, proto, service, method, {}, wrong)).error?.code).toBe(status.UNAUTHENTICATED);
  });

  test('a caller’s identity is checked in addition to the credential', async () => {
    const address = await cluster.addressOf('auth');
    const metadata = new Metadata();
    metadata.set('x-academy-credential', await cluster.credential());
    const ask = () =>
      call(address, 'academy/auth/v1/learners.proto', 'academy.auth.v1.Learners', 'listLearners', {}, metadata);
    expect([status.UNAUTHENTICATED, status.PERMISSION_DENIED]).toContain((await ask()).error?.code);
    metadata.set('x-academy-caller', 'learner:someone:session');
    expect((await ask()).error?.code).toBe(status.PERMISSION_DENIED);
    metadata.set('x-academy-caller', 'service:edge');
    expect((await ask()).error).toBeNull();
  });

  test('a process is believed to be itself only', async () => {
    const address = await cluster.addressOf('auth');
    const ask = async (key: string, caller: string) => {
      const metadata = new Metadata();
      metadata.set('x-academy-credential', await cluster.credential(key));
      metadata.set('x-academy-caller', caller);
      const proto = 'academy/auth/v1/learners.proto';
      return (await call(address, proto, 'academy.auth.v1.Learners', 'listLearners', {}, metadata)).error?.code;
    };
    for (const caller of ['manager:someone:session', 'service:edge', 'service:presence', '']) {
      expect(await ask('catalog-auth', caller)).toBe(status.PERMISSION_DENIED);
    }
    expect(await ask('catalog-auth', 'service:catalog')).toBe(status.PERMISSION_DENIED);
    expect(await ask('edge-catalog', 'service:edge')).toBe(status.UNAUTHENTICATED);
    expect(await ask('tools', 'service:payroll')).toBeUndefined();
    expect(await ask('tools', 'service:edge')).toBe(status.PERMISSION_DENIED);
  });
});

describe('keeping it running', () => {
  test.each(PROCESSES)('%s is started again when it dies, and says so', async (name) => {
    const pid = await cluster.pidOf(name);
    const before = cluster.lines.length;
    process.kill(pid, 'SIGKILL');
    await until('a new process', async () => {
      const next = await cluster.pidOf(name);
      return next !== pid && (await isAlive(next));
    });
    await cluster.ready();
    expect(cluster.lines.slice(before).join('\n')).toMatch(
      new RegExp(`${name} \\(process ${pid}\\) ended .*starting it again`),
    );
  });

  test('while a service is down its calls are 503 with Retry-After, and readiness names it', async () => {
    const manager = (await firstManager(cluster.url)).api;
    const pid = await cluster.pidOf('catalog');
    // Suspended, not ended, so the supervisor does not restart it and the edge must give up by itself.
    process.kill(pid, 'SIGSTOP');
    try {
      const answer = await manager.post('/api/cm/course/fetch-courses');
      expect([503, 504]).toContain(answer.status);
      const ready = await fetch(`${cluster.url}/readyz`);
      expect(ready.status).toBe(503);
      expect(await ready.text()).toContain('catalog');
      expect((await fetch(`${cluster.url}/healthz`)).status).toBe(200);
      // Calls that do not need it keep working.
      expect((await manager.put('/api/cm/user/fetch-users')).status).toBe(200);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await cluster.ready();
    await until('the calls', async () => (await manager.post('/api/cm/course/fetch-courses')).status === 200);
  });
});

test('an academy whose output nobody reads starts its processes again, and stops in order', async () => {
  const unheard = await Cluster.start();
  try {
    unheard.closeOutput();
    // The second says something after the pipe was found closed.
    for (const name of ['presence', 'catalog'] as const) await unheard.restart(name);
    expect((await unheard.stop()).code).toBe(0);
  } finally {
    await unheard.stop();
  }
});

describe('stop and start', () => {
  test('a stop drains within ten seconds and leaves no process, and the next start finds all data', async () => {
    const first = await Cluster.start({ flags: ['--bot-check', 'off'] });
    const { api: manager, email } = await firstManager(first.url);
    const learner = await newLearner(manager);
    const pids = await Promise.all(PROCESSES.map((name) => first.pidOf(name)));
    const { code, milliseconds } = await first.stop({ keepData: true });
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(10_000);
    for (const pid of pids) expect(await isAlive(pid)).toBe(false);

    const second = await Cluster.start({ data: first.data, flags: ['--bot-check', 'off'] });
    try {
      await new Api(second.url).must('POST', '/api/cm/auth/login', { email, password: PASSWORD });
      await signIn(second.url, learner.email);
      // Sessions survive.
      expect((await new Api(second.url, manager.token).post('/api/cm/auth/check')).status).toBe(200);
    } finally {
      await second.stop();
    }
  });

  test('acknowledged changes survive killing every process', async () => {
    const first = await Cluster.start({ flags: ['--bot-check', 'off'] });
    const { api: manager } = await firstManager(first.url);
    const made: string[] = [];
    for (let i = 0; i < 10; ++i) made.push((await newLearner(manager)).email);
    const pids = await Promise.all(PROCESSES.map((name) => first.pidOf(name)));
    for (const pid of [first.pid, ...pids]) process.kill(pid, 'SIGKILL');
    await until('their end', async () => (await Promise.all(pids.map(isAlive))).every((alive) => !alive));
    const second = await Cluster.start({ data: first.data, flags: ['--bot-check', 'off'] });
    try {
      for (const email of made) await signIn(second.url, email);
    } finally {
      await second.stop();
      await first.stop();
    }
  });

  test('two academies can run side by side, but not on one data folder', async () => {
    const other = await Cluster.start({ flags: ['--bot-check', 'off'] });
    try {
      expect(other.port).not.toBe(cluster.port);
      await new Api(other.url).must('PUT', '/api/cm/auth/signup', {
        email: freshEmail('manager'),
        password: PASSWORD,
        fullname: 'Other',
      });
      await expect(Cluster.start({ data: other.data })).rejects.toThrow('Another academy runs on');
    } finally {
      await other.stop();
    }
  });

  test('a port in use is reported in one clear line', async () => {
    await expect(Cluster.start({ flags: ['--port', String(cluster.port)] })).rejects.toThrow('edge does not start');
  });
});
