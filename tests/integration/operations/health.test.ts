// Health tells the truth: a database that cannot be written, a damaged one and a process that hangs are noticed, told
// and, where that helps, restarted.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, freshEmail, newLearner, PASSWORD, signIn } from '../../harness/api.ts';
import { Cluster, isAlive, type ProcessName } from '../../harness/cluster.ts';
import { engine, onSqlite } from '../../harness/engine.ts';
import { CertificateFolder } from '../../harness/servers/tls.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);

interface Item {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failing';
  readonly code: string;
  readonly text: string;
  readonly since: string;
  readonly remedy: string;
  readonly value: number;
}

interface Readiness {
  readonly ready: boolean;
  readonly missing: readonly string[];
  readonly silent: readonly string[];
}

async function itemsOf(manager: Api): Promise<readonly Item[]> {
  const answer = await manager.post<{ result: Item[] }>('/api/cm/health/fetch');
  expect(answer.status).toBe(200);
  return answer.body.result;
}

async function itemOf(manager: Api, name: string): Promise<Item> {
  const found = (await itemsOf(manager)).find((item) => item.name === name);
  expect(found, name).toBeDefined();
  return found as Item;
}

async function readiness(cluster: Cluster): Promise<Readiness & { status: number }> {
  const answer = await fetch(`${cluster.url}/readyz`);
  return { status: answer.status, ...((await answer.json()) as Readiness) };
}

async function metric(cluster: Cluster, name: string, process: string): Promise<number | undefined> {
  const page = await (await fetch(`${cluster.url}/metrics`)).text();
  const line = page.split('\n').find((text) => text.startsWith(`${name}{process="${process}"`));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

/** How large the process's files may become: beyond, writes fail as on a broken disk. */
async function limitFiles(pid: number, bytes: number | 'unlimited'): Promise<void> {
  await run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}

describe('a running academy', () => {
  let cluster: Cluster;
  let manager: Api;

  beforeAll(async () => {
    cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
    manager = (await firstManager(cluster.url)).api;
  });

  afterAll(async () => {
    await cluster?.stop();
  });

  test('managers see everything that is watched, and learners do not', async () => {
    const items = await itemsOf(manager);
    expect(items.map(({ name }) => name)).toEqual([
      'disk',
      'clock',
      'database-auth',
      'database-catalog',
      'database-enrollment',
      'database-presence',
      'backup',
      'mail',
      'encoding',
      'feeds',
      'requests',
      'speed',
    ]);
    for (const { name, state, code, text, since, remedy } of items) {
      expect(['ok', 'warning', 'failing'], name).toContain(state);
      expect(code, name).toMatch(/^[a-z_]+$/);
      expect(text, name).not.toBe('');
      expect(remedy === '', name).toBe(state === 'ok');
      expect(since, name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      if (name.startsWith('database-') || name === 'encoding') expect(state, name).toBe('ok');
    }
    expect(await itemOf(manager, 'backup')).toMatchObject({ state: 'warning', code: 'backup_none' });
    const { email } = await newLearner(manager);
    const learner = await signIn(cluster.url, email);
    expect((await learner.post('/api/cm/health/fetch')).status).toBe(403);
    expect((await new Api(cluster.url).post('/api/cm/health/fetch')).status).toBe(401);
  });

  test('the requests of the last day are told by route', async () => {
    interface Report {
      since: string;
      requests: number;
      failed: number;
      slowest: { route: string; requests: number; halfMs: number; mostMs: number; longestMs: number }[];
    }
    const asked = async () => (await manager.post<{ result: Report }>('/api/cm/health/fetch-requests')).body.result;
    const COURSES = '/api/cm/course/fetch-courses';
    for (let i = 0; i < 20; ++i) expect((await manager.post(COURSES)).status).toBe(200);
    // An answer is counted after it was sent, so its reader may be earlier.
    const report = await until('twenty requests', async () => {
      const now = await asked();
      return now.slowest.some(({ route, requests }) => route === COURSES && requests >= 20) ? now : undefined;
    });
    expect(Date.parse(report.since)).toBeLessThanOrEqual(Date.now());
    expect(report.requests).toBeGreaterThanOrEqual(20);
    const courses = report.slowest.find(({ route }) => route === COURSES);
    expect(courses?.requests).toBe(20);
    expect(courses?.mostMs).toBeGreaterThanOrEqual(courses?.halfMs ?? Infinity);
    expect(courses?.longestMs).toBeGreaterThanOrEqual(courses?.mostMs ?? Infinity);
  });

  test('mails that wait for a server are an item', async () => {
    const signUp = { fullname: 'A', email: freshEmail('waiting'), password: PASSWORD, phonenumber: '+966500000000' };
    expect((await new Api(cluster.url).put('/api/auth/signup', signUp)).status).toBe(201);
    const item = await until('the item', async () => {
      const mail = await itemOf(manager, 'mail');
      return mail.state !== 'ok' && mail;
    });
    expect(item).toMatchObject({ state: 'warning', code: 'mail_no_server' });
  });

  test('gauges tell what the items tell, and more', async () => {
    for (const service of ['auth', 'catalog', 'enrollment', 'presence']) {
      expect(await metric(cluster, 'academy_heartbeat_age_seconds', service), service).toBeLessThan(60);
      if (engine() === 'sqlite') {
        expect(await metric(cluster, 'academy_database_wal_bytes', service), service).toBeGreaterThan(0);
      }
      expect(await metric(cluster, 'academy_disk_free_bytes', service), service).toBeGreaterThan(0);
      expect(await metric(cluster, 'academy_process_restarts', service), service).toBe(0);
    }
    expect(await metric(cluster, 'academy_process_restarts', 'edge')).toBe(0);
    expect(await metric(cluster, 'academy_feed_head', 'auth')).toBeGreaterThanOrEqual(0);
    await until('followed feeds', async () => {
      const lost = [
        await metric(cluster, 'academy_feed_lost_seconds', 'enrollment'),
        await metric(cluster, 'academy_feed_lost_seconds', 'presence'),
      ];
      return lost.every((seconds) => seconds === 0);
    });
    expect(await metric(cluster, 'academy_feed_position', 'presence')).toBeGreaterThanOrEqual(0);
    expect(await metric(cluster, 'academy_mail_oldest_seconds', 'auth')).toBeGreaterThanOrEqual(0);
    expect(await metric(cluster, 'academy_processing_oldest_seconds', 'catalog')).toBe(0);
    expect(await metric(cluster, 'academy_audit_outbox', 'catalog')).toBe(0);
  });

  test.runIf(onSqlite('opens files'))('a database that cannot be written is not ready, until it can', async () => {
    const pid = await cluster.pidOf('auth');
    // Less than its write-ahead log has.
    await limitFiles(pid, 65_536);
    let refused;
    try {
      await until('the failed heartbeat', async () => {
        const now = await readiness(cluster);
        // It answers, and knows what is the matter: a restart would not help. Others may be slow for a moment.
        return now.status === 503 && !now.ready && String(now.missing) === 'auth' && now.silent.length === 0;
      });
      expect(await itemOf(manager, 'database-auth')).toMatchObject({ state: 'failing', code: 'database_disk_error' });
      refused = await new Api(cluster.url).put('/api/auth/signup', {
        fullname: 'B',
        email: freshEmail('refused'),
        password: PASSWORD,
        phonenumber: '+966500000000',
      });
    } finally {
      await limitFiles(pid, 'unlimited');
    }
    expect(refused.status).toBe(503);
    expect(refused.body.code).toBe('database_unavailable');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await cluster.ready();
    expect((await itemOf(manager, 'database-auth')).state).toBe('ok');
    expect(await cluster.pidOf('auth')).toBe(pid);
    const log = await cluster.logOf('auth');
    expect(log).toContain('"event":"disk error: check the disk and the data folder"');
    expect(log.split('heartbeat not written')).toHaveLength(2);
  });
});

// Only root may mount, and not everywhere.
const canMount = await (async () => {
  const folder = await mkdtemp(join(tmpdir(), 'academy-mount-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    await run('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
})();

test.runIf(onSqlite('opens files') && canMount)(
  'a full disk is noticed, and so is its space when there is some again',
  { timeout: 240_000 },
  async () => {
    const data = await mkdtemp(join(tmpdir(), 'academy-'));
    const disk = join(data, 'presence');
    await mkdir(disk);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    let cluster: Cluster | undefined;
    try {
      cluster = await Cluster.start({ data });
      const running = cluster;
      const manager = (await firstManager(running.url)).api;
      await writeFile(join(disk, 'ballast'), Buffer.alloc(4 << 20)).catch(() => undefined);
      await until('the failed heartbeat', async () => (await readiness(running)).missing[0] === 'presence', 60_000);
      expect(await itemOf(manager, 'database-presence')).toMatchObject({ state: 'failing', code: 'database_full' });
      expect(await itemOf(manager, 'database-auth')).toMatchObject({ state: 'ok' });
      await rm(join(disk, 'ballast'));
      await running.ready();
      expect(await itemOf(manager, 'database-presence')).toMatchObject({ state: 'ok' });
    } finally {
      await cluster?.stop();
      await run('umount', [disk]);
      await rm(data, { recursive: true, force: true });
    }
  },
);

describe.runIf(onSqlite('opens files'))('a damaged database', () => {
  let cluster: Cluster | undefined;

  afterEach(async () => {
    await cluster?.stop();
    if (cluster) await rm(cluster.data, { recursive: true, force: true });
  });

  test('is found at the start after a crash, and the academy says so', async () => {
    cluster = await Cluster.start();
    const { data } = cluster;
    const { token } = (await firstManager(cluster.url)).api;
    await cluster.stop({ keepData: true });
    // A table that nothing reads, and the mark of a process that did not end cleanly.
    await sql(
      data,
      'catalog',
      "CREATE TABLE ballast (id INTEGER PRIMARY KEY); INSERT INTO heartbeats VALUES ('running', 0)",
    );
    const [row] = await sql(data, 'catalog', "SELECT rootpage FROM sqlite_master WHERE name = 'ballast'");
    const page = 4096;
    const file = await open(join(data, 'catalog', 'catalog.db'), 'r+');
    await file.write(Buffer.alloc(page, 0xff), 0, page, (Number(row?.['rootpage']) - 1) * page);
    await file.close();

    cluster = await Cluster.start({ data });
    const again = cluster;
    expect(await until('the finding', async () => (await readiness(again)).missing[0])).toBe('catalog');
    const manager = new Api(again.url, token);
    const item = await itemOf(manager, 'database-catalog');
    expect(item).toMatchObject({ state: 'failing', code: 'database_damaged' });
    expect(item.remedy).toContain('restore');
    expect(await again.logOf('catalog')).toContain('database damaged: stop the academy, restore the newest backup');
    // What is not damaged continues to work.
    expect((await manager.post('/api/cm/course/fetch-courses')).status).toBe(200);
  });
});

test('a process that hangs behind TLS is ended too', { timeout: 240_000 }, async () => {
  const folder = await CertificateFolder.create();
  const { certificate, key } = await folder.make('health');
  const cluster = await Cluster.start({
    flags: ['--silence-limit', '6', '--tls-cert', certificate, '--tls-key', key],
  });
  try {
    const pid = await cluster.pidOf('presence');
    await cluster.freeze(pid);
    await until('its end', async () => !(await isAlive(pid)), 60_000);
    await until('another process', async () => (await cluster.pidOf('presence')) !== pid);
  } finally {
    await cluster.stop();
    await folder.remove();
  }
});

describe('a process that hangs', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.start({ flags: ['--silence-limit', '6'] });
  });

  afterAll(async () => {
    await cluster?.stop();
  });

  test.each<ProcessName>(['presence', 'edge'])('is ended and started again: %s', { timeout: 240_000 }, async (name) => {
    const pid = await cluster.pidOf(name);
    await cluster.freeze(pid);
    try {
      await until('its end', async () => !(await isAlive(pid)), 60_000);
    } finally {
      if (await isAlive(pid)) process.kill(pid, 'SIGCONT');
    }
    await until('another process', async () => (await cluster.pidOf(name)) !== pid);
    await cluster.ready();
    await until('the count', async () => Number(await metric(cluster, 'academy_process_restarts', name)) >= 1);
    expect(cluster.lines.join('\n')).toContain(`${name} (process ${pid}) has not answered for 6 s; ending it`);
    expect(cluster.lines.join('\n')).toContain(`${name} (process ${pid}) ended with signal KILL`);
  });
});
