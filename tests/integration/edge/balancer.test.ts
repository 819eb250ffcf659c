// Two edges behind HAProxy with the shipped configuration: one that stops or reaches nothing is left out before a
// request is lost there.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { SecondEdge } from '../../harness/academies/edge.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { freePort, rewrite, stopProxy } from '../../harness/servers/proxy.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster;
let second: SecondEdge;
let folder: string;
let proxy: ChildProcess;
let url: string;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', '--trusted-proxy', '127.0.0.1'] });
  second = await SecondEdge.start(cluster, { flags: ['--drain_delay=10s'] });
  folder = await mkdtemp(join(tmpdir(), 'academy-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const file = join(folder, 'haproxy.cfg');
  const shipped = await readFile(join(ROOT, 'deploy/haproxy.cfg'), 'utf8');
  const edges = `server edge 127.0.0.1:${cluster.port}\n    server other 127.0.0.1:${second.port}\n`;
  await writeFile(
    file,
    rewrite(shipped, [
      // Plain, because only the choice of the edge is of interest.
      ['bind :80\n', `bind 127.0.0.1:${port}\n    http-response set-header x-server %b/%s\n`],
      [/ *bind :443 .*\n/, ''],
      [/ *http-request redirect .*\n/, ''],
      ['server edge 127.0.0.1:8080\n', edges],
    ]),
  );
  proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  await until('both edges', asksBoth);
});

afterAll(async () => {
  await stopProxy(proxy);
  await second?.stop();
  await cluster?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** The edge that answered a page; throws unless it is a good answer. */
async function ask(): Promise<string> {
  const answer = await fetch(`${url}/courses`);
  await answer.text();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return answer.headers.get('x-server') ?? '';
}

/** The edges that answer now, sorted. */
async function answering(): Promise<string> {
  const edges = await Promise.all(Array.from({ length: 10 }, ask));
  return [...new Set(edges)].sort().join(' ');
}

const asksBoth = async () => (await answering()) === 'academy/edge academy/other';
const asksFirst = async () => (await answering()) === 'academy/edge';

/** How often HAProxy has asked the first edge. */
async function checks(): Promise<number> {
  const page = await (await fetch(`${cluster.url}/metrics`)).text();
  const lines = page.split('\n').filter((text) => text.startsWith('academy_edge_requests_total'));
  return lines
    .filter((text) => text.includes('route="/readyz/edge"'))
    .reduce((sum, text) => sum + Number(text.slice(text.lastIndexOf(' ') + 1)), 0);
}

test('while services hang the pages still come', async () => {
  const services = ['auth', 'catalog', 'enrollment', 'presence'] as const;
  const pids = await Promise.all(services.map((name) => cluster.pidOf(name)));
  try {
    await cluster.freeze(pids[1] ?? 0);
    // One away: both edges stay.
    expect((await fetch(`${cluster.url}/readyz`)).status).toBe(503);
    const before = await checks();
    await until('more checks than take an edge out', async () => (await checks()) >= before + 4);
    expect(await asksBoth()).toBe(true);
    for (const pid of pids) await cluster.freeze(pid);
    const unready = (port: number) => fetch(`http://127.0.0.1:${port}/readyz/edge`).then(({ status }) => status);
    expect([await unready(cluster.port), await unready(second.port)]).toEqual([503, 503]);
    await until('the round of those that are not ready', async () => (await ask()).startsWith('academy_unready/'));
    await ask();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  await cluster.ready();
});

test('an edge that stops gets no request any more before it accepts none', async () => {
  await until('both edges', asksBoth);
  let over = false;
  const steady = (async () => {
    for (let asked = 0; ; ++asked) {
      await ask();
      if (over) return asked;
    }
  })();
  second.terminate();
  await until('the other edge alone', asksFirst);
  // It still serves whoever has not noticed.
  expect((await fetch(`${second.url}/livez`)).status).toBe(200);
  expect(await second.ended()).toBe(0);
  expect(await asksFirst()).toBe(true);
  over = true;
  expect(await steady).toBeGreaterThan(0);
}, 60_000);
