// What the edge writes about requests: refused callers in its own log, every request in the access log. Never a token.
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, assign, firstManager, newCourse, newLearner, signIn } from '../../harness/api.ts';
import { Cluster, PROCESSES } from '../../harness/cluster.ts';
import { LiveConnection } from '../../harness/live.ts';
import { exchange } from '../../harness/raw.ts';
import { until } from '../../harness/until.ts';

interface Refusal {
  event: string;
  requestId: string;
  address: string;
  method: string;
  route: string;
  status: number;
  code: string;
  caller: string;
  callerId: string;
  sessionId: string;
  leftOut: number;
}

interface Line {
  time: string;
  address: string;
  method: string;
  path: string;
  status: number;
  bytes: number;
  ms: number;
  requestId: string;
}

let cluster: Cluster;
let manager: Awaited<ReturnType<typeof firstManager>>;
let learner: Api;
let folder: string;
let accessLog: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-logs-'));
  accessLog = join(folder, 'access.log');
  cluster = await Cluster.start({
    flags: ['--bot-check', 'off', '--access-log', accessLog, '--trusted-proxy', '127.0.0.1'],
  });
  manager = await firstManager(cluster.url, await cluster.setupCode());
  learner = await signIn(cluster.url, (await newLearner(manager.api)).email);
});

afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

// A line that is being written is not whole yet.
const objects = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as T);

/** The line that the edge's log has about a request. */
async function refusalOf(id: string | null): Promise<Refusal> {
  const found = async () => objects<Refusal>(await cluster.logOf('edge')).find(({ requestId }) => requestId === id);
  await until('the refusal’s line', async () => (await found()) !== undefined);
  return (await found()) as Refusal;
}

async function lineOf(id: string | null | undefined): Promise<Line> {
  const found = async () => objects<Line>(await readFile(accessLog, 'utf8')).find(({ requestId }) => requestId === id);
  await until('the request’s line', async () => (await found()) !== undefined);
  return (await found()) as Line;
}

const ask = (path: string, token: string, headers: Record<string, string> = {}) =>
  fetch(cluster.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: '{}',
  });

describe('a refused caller leaves a line', () => {
  test('with an unknown token', async () => {
    const secret = 'an-unknown-token-that-nobody-may-read-in-a-log';
    const answer = await ask(`/api/user/fetch-info?token=${secret}`, secret, { 'x-forwarded-for': '192.0.2.9' });
    expect(answer.status).toBe(401);
    expect(await refusalOf(answer.headers.get('x-request-id'))).toMatchObject({
      level: 'warning',
      event: 'refused',
      address: '192.0.2.9',
      method: 'POST',
      route: '/api/user/fetch-info',
      status: 401,
      code: expect.stringMatching(/^[a-z_]+$/) as string,
      caller: '',
      callerId: '',
      sessionId: '',
    });
    expect(await cluster.logOf('edge')).not.toContain(secret);
    expect(await readFile(accessLog, 'utf8')).not.toContain(secret);
  });

  test('with the session of somebody who may not', async () => {
    const answer = await ask('/api/cm/manager/fetch-managers', learner.token ?? '');
    expect(answer.status).toBe(403);
    const line = await refusalOf(answer.headers.get('x-request-id'));
    expect(line).toMatchObject({ route: '/api/cm/manager/fetch-managers', status: 403, code: 'forbidden' });
    expect(line.caller).toBe('learner');
    expect(line.callerId).not.toBe('');
    expect(line.sessionId).not.toBe('');
  });

  test('at a playback address', async () => {
    const answer = await fetch(`${cluster.url}/media/a-false.token/master.m3u8`);
    expect(answer.status).toBe(403);
    expect(await refusalOf(answer.headers.get('x-request-id'))).toMatchObject({ route: '/media', status: 403 });
    expect((await lineOf(answer.headers.get('x-request-id'))).path).toBe('/media/-/master.m3u8');
  });

  test('at the live connection', async () => {
    const answer = await fetch(`${cluster.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: 'https://elsewhere.test' },
    });
    expect(answer.status).toBe(403);
    expect(await refusalOf(answer.headers.get('x-request-id'))).toMatchObject({ route: '/socket.io', status: 403 });
  });

  test('a stranger who is refused often leaves few, and the number of the others', async () => {
    const stranger = { 'x-forwarded-for': '198.51.100.23' };
    for (let i = 0; i < 60; ++i) await ask('/api/user/fetch-info', 'none', stranger);
    // Another address still has its lines; the first of them has the number.
    const other = await ask('/api/user/fetch-info', 'none', { 'x-forwarded-for': '198.51.100.24' });
    const next = await refusalOf(other.headers.get('x-request-id'));
    const lines = objects<Refusal>(await cluster.logOf('edge')).filter(({ address }) => address === '198.51.100.23');
    expect(lines.length).toBeGreaterThanOrEqual(20);
    expect(lines.length).toBeLessThan(40);
    expect(lines.reduce((sum, { leftOut }) => sum + leftOut, next.leftOut) + lines.length).toBeGreaterThanOrEqual(60);
  });
});

test('a full log is renamed and a new one begun, and only so many of those before are kept', async () => {
  const data = await mkdtemp(join(tmpdir(), 'academy-'));
  const names = [...PROCESSES, 'academy'];
  await mkdir(join(data, 'logs'));
  for (const name of names) {
    for (const number of ['', '.1', '.2', '.3']) {
      await writeFile(join(data, 'logs', `${name}.log${number}`), `before${number}\n${'x'.repeat(70_000)}\n`);
    }
  }
  const full = await Cluster.start({ data, flags: ['--log-size', '65536', '--log-keep', '2'] });
  try {
    for (const name of names) {
      const first = async (number: string) =>
        (await readFile(join(data, 'logs', `${name}.log${number}`), 'utf8')).split('\n')[0];
      expect(await first('')).not.toBe('before');
      expect(await first('.1')).toBe('before');
      expect(await first('.2')).toBe('before.1');
    }
    for (const name of PROCESSES) expect(await full.logOf(name)).toContain('"event":"serving"');
  } finally {
    await full.stop();
    await rm(data, { recursive: true, force: true });
  }
});

describe('the access log', () => {
  test('has a line for each request, with address, status, bytes and time', async () => {
    const answer = await fetch(`${cluster.url}/api/public/site?x=a-secret`, {
      headers: { 'x-forwarded-for': '192.0.2.77' },
    });
    const bytes = (await answer.arrayBuffer()).byteLength;
    const line = await lineOf(answer.headers.get('x-request-id'));
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      address: '192.0.2.77',
      method: 'GET',
      path: '/api/public/site',
      status: 200,
      bytes: expect.any(Number) as number,
      ms: expect.any(Number) as number,
      requestId: answer.headers.get('x-request-id'),
    });
    // The head too.
    expect(line.bytes).toBeGreaterThan(bytes);
    expect(await readFile(accessLog, 'utf8')).not.toContain('a-secret');
  });

  test('has the bytes of a streamed file', async () => {
    const answer = await ask('/api/cm/user/export', manager.api.token ?? '');
    const bytes = (await answer.arrayBuffer()).byteLength;
    expect((await lineOf(answer.headers.get('x-request-id'))).bytes).toBeGreaterThan(bytes);
  });

  test('has requests that no handler gets, and those of the live connection', async () => {
    const refused = await exchange(cluster.port, 'BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await lineOf(refused[0]?.headers.get('x-request-id'))).toMatchObject({ status: 501 });
    const polled = await fetch(`${cluster.url}/socket.io/?EIO=4&transport=polling`);
    await polled.arrayBuffer();
    expect(await lineOf(polled.headers.get('x-request-id'))).toMatchObject({ path: '/socket.io/', status: 200 });
    const live = new LiveConnection(cluster.url, manager.api.token ?? '', { transports: ['websocket'] });
    await live.connected();
    live.close();
    await until('the handshake’s line', async () =>
      objects<Line>(await readFile(accessLog, 'utf8')).some(
        ({ path, status }) => path === '/socket.io/' && status === 101,
      ),
    );
  });

  test('has no token of a session or of playback', async () => {
    const course = await newCourse(manager.api, 'Logs', ['One']);
    const { _id } = await newLearner(manager.api);
    await assign(manager.api, course._id, _id);
    await learner.post('/api/user/fetch-info');
    const last = await fetch(`${cluster.url}/readyz`);
    await lineOf(last.headers.get('x-request-id'));
    const text = await readFile(accessLog, 'utf8');
    expect(text).not.toContain(manager.api.token);
    expect(text).not.toContain(learner.token);
    expect(text).not.toMatch(/"path":"\/media\/[^-]/);
    expect(text).not.toContain('?');
  });

  test('goes on in a new file after the old one was renamed and SIGHUP', async () => {
    const old = `${accessLog}.1`;
    await rename(accessLog, old);
    process.kill(await cluster.pidOf('edge'), 'SIGHUP');
    await until('the new file', async () => {
      await fetch(`${cluster.url}/healthz`);
      return (await readFile(accessLog, 'utf8').catch(() => '')).includes('/healthz');
    });
    const answer = await fetch(`${cluster.url}/healthz`);
    await lineOf(answer.headers.get('x-request-id'));
    expect(await readFile(old, 'utf8')).not.toContain(answer.headers.get('x-request-id'));
  });

  test('a file that cannot be opened keeps the edge from starting', async () => {
    await expect(Cluster.start({ flags: ['--access-log', '/no/such/folder/access.log'] })).rejects.toThrow(
      '--access-log',
    );
  });
});
