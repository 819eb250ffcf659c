// Three edges behind HAProxy with the configuration that is shipped for a cluster: what belongs to one edge stays there,
// and everything else goes to whichever is ready. Pictures and files come from the shipped cache.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { SecondEdge } from '../../harness/academies/edge.ts';
import { firstManager, type Api } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { LiveConnection } from '../../harness/live.ts';
import { freePort, rewrite, runNginx, stopProxy } from '../../harness/servers/proxy.ts';
import { until } from '../../harness/until.ts';

const LIVE = '/socket.io/?EIO=4&transport=polling';

let cluster: Cluster;
let others: SecondEdge[];
let folder: string;
let proxy: ChildProcess;
let cache: ChildProcess;
let url: string;
let cacheUrl: string;
let manager: Api;

const shipped = (name: string) => readFile(join(ROOT, 'deploy', name), 'utf8');

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', '--trusted-proxy', '127.0.0.1'] });
  others = [await SecondEdge.start(cluster), await SecondEdge.start(cluster, { flags: ['--drain_delay=10s'] })];
  manager = (await firstManager(cluster.url, await cluster.setupCode())).api;
  folder = await mkdtemp(join(tmpdir(), 'academy-'));
  const [port, cachePort] = [await freePort(), await freePort()];
  [url, cacheUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${cachePort}`];
  const edges = [cluster.port, ...others.map((edge) => edge.port)].map(
    (own, index) => [`10.0.0.${index + 1}:8080`, `127.0.0.1:${own}`] as const,
  );
  const file = join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    rewrite(await shipped('haproxy-edges.cfg'), [
      // Plain, because only the choice of the edge is of interest.
      ['bind :80\n', `bind 127.0.0.1:${port}\n    http-response set-header x-server %b/%s\n`],
      [/ *bind :443 .*\n/, ''],
      [/ *http-request redirect .*\n/, ''],
      [' secure ', ' '],
      ...edges,
    ]),
  );
  proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  cache = await startCache(cachePort, edges);
  await until('all edges', async () => (await answering()).size === 3);
});

afterAll(async () => {
  await stopProxy(cache);
  await stopProxy(proxy);
  for (const edge of others ?? []) await edge.stop();
  await cluster?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function startCache(port: number, edges: readonly (readonly [string, string])[]): Promise<ChildProcess> {
  const home = join(folder, 'nginx');
  await mkdir(join(home, 'cache'), { recursive: true });
  const site = rewrite(await shipped('nginx-cache.conf'), [
    ['/var/cache/nginx/academy', join(home, 'cache')],
    ['listen 127.0.0.1:8081;', `listen 127.0.0.1:${port};`],
    ...edges,
  ]);
  return runNginx(home, site);
}

interface Asked {
  readonly server: string;
  readonly cookie: string;
  readonly text: string;
}

async function ask(path: string, cookie = '', init: RequestInit = {}): Promise<Asked> {
  const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) };
  const answer = await fetch(`${url}${path}`, { ...init, headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
  const [set = ''] = answer.headers.getSetCookie().filter((each) => each.startsWith('academy_edge='));
  return { server: answer.headers.get('x-server') ?? '', cookie: set.split(';')[0] ?? '', text };
}

/** The servers that answer a page now. */
async function answering(): Promise<Set<string>> {
  const asked = await Promise.all(Array.from({ length: 30 }, () => ask('/courses')));
  return new Set(asked.map(({ server }) => server));
}

const sidOf = ({ text }: Asked) => /"sid":"([^"]+)"/.exec(text)?.[1] ?? '';

/** Ends a connection that polls: an edge keeps so many at most that have not said who they are. */
async function closeLive(opened: Asked): Promise<void> {
  const headers = { cookie: `academy_edge=${opened.server.split('/')[1]}`, 'content-type': 'text/plain' };
  // Its edge may have stopped since, and ended it.
  await (await fetch(`${url}${LIVE}&sid=${sidOf(opened)}`, { method: 'POST', headers, body: '1' })).text();
}

describe('with the shipped HAProxy', () => {
  test('pages are answered by every edge, without a cookie', async () => {
    expect([...(await answering())].sort()).toEqual(['academy/h1', 'academy/h2', 'academy/h3']);
    expect((await ask('/courses')).cookie).toBe('');
  });

  test('a connection that polls stays at the edge that its cookie names', async () => {
    const opened = await Promise.all(Array.from({ length: 6 }, () => ask(LIVE)));
    expect(new Set(opened.map(({ server }) => server)).size).toBeGreaterThan(1);
    for (const first of opened) {
      expect(first.cookie).toBe(`academy_edge=${first.server.split('/')[1]}`);
      const body = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '40{"token":"none"}' };
      const next = await ask(`${LIVE}&sid=${sidOf(first)}`, first.cookie, body);
      expect([next.server, next.text]).toEqual([first.server, 'ok']);
    }
  });

  test('a WebSocket needs no cookie', async () => {
    for (let i = 0; i < 4; ++i) {
      const live = new LiveConnection(url, manager.token, { transports: ['websocket'] });
      await live.connected();
      await live.got('onlineUsers');
      live.close();
    }
  });

  test('a manager’s calls stay at one edge', async () => {
    const init = {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${manager.token ?? ''}` },
    };
    const call = (cookie?: string) => ask('/api/cm/course/fetch-courses', cookie, init);
    const first = await call();
    expect(first.server).toMatch(/^academy_sticky\/h[123]$/);
    for (let i = 0; i < 6; ++i) expect((await call(first.cookie)).server).toBe(first.server);
  });
});

describe('with the shipped cache', () => {
  const from = async (path: string) => {
    const answer = await fetch(`${cacheUrl}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    return { status: answer.status, cache: answer.headers.get('x-cache'), body: await answer.text() };
  };

  test('the web app’s files come from an edge once', async () => {
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec((await ask('/')).text) ?? [];
    const direct = await (await fetch(`${cluster.url}${script}`)).text();
    expect(await from(script)).toEqual({ status: 200, cache: 'MISS', body: direct });
    expect(await from(script)).toEqual({ status: 200, cache: 'HIT', body: direct });
  });

  test('nothing else goes through it', async () => {
    for (const path of ['/', '/media/x/master.m3u8', '/api/cm/course/fetch-courses', '/metrics']) {
      expect((await from(path)).status, path).toBe(404);
    }
  });
});

test('an edge that stops leaves the round before it refuses anything, and its cookie leads to another one', async () => {
  let over = false;
  const steady = (async () => {
    for (let asked = 0; ; ++asked) {
      await ask('/courses');
      await closeLive(await ask(LIVE, 'academy_edge=h3'));
      if (over) return asked;
    }
  })();
  expect((await ask(LIVE, 'academy_edge=h3')).server).toBe('academy_sticky/h3');
  others[1]?.terminate();
  await until('the others alone', async () => !(await answering()).has('academy/h3'));
  // It still serves whoever has not noticed.
  expect((await fetch(`${others[1]?.url}/livez`)).status).toBe(200);
  expect(await others[1]?.ended()).toBe(0);
  expect((await ask(LIVE, 'academy_edge=h3')).server).not.toBe('academy_sticky/h3');
  over = true;
  expect(await steady).toBeGreaterThan(0);
}, 60_000);
