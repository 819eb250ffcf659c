// Whether a request is lost while the edge restarts. Clients with open connections, clients that pause between
// requests, and clients with a new connection per request keep calling while the edge is stopped (SIGTERM) and started
// again, as `./academy run` does. Every request that was sent must get a complete answer.
//   node tests/bench/restarts.mjs [RESTARTS]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Academy, ROOT } from './lib/academy.mjs';
import { fillCatalogue } from './lib/catalogue.mjs';
import { load, median, ms, table } from './lib/report.mjs';
import { requestText, SteadyClients } from './lib/steady-clients.mjs';

const RESTARTS = Number(process.argv[2] ?? 100);
// From an edge's readiness to its end: long enough for every kind of client to make calls.
const LIFE_MS = 250;

const academy = await Academy.start(40);
const folder = await mkdtemp(join(tmpdir(), 'academy-'));
let clients;
let edge;
try {
  const { manager, learner } = await fillCatalogue(academy, { courses: 20, assigned: 20 });
  // Uses its own edge on the same services, because the supervisor would pause longer before each restart.
  await cp(join(academy.data, 'keys'), join(folder, 'keys'), { recursive: true });
  const services = ['auth', 'catalog', 'enrollment', 'presence'];
  const startEdge = async (port) => {
    const sockets = services.map((name) => `--${name}=unix:${join(academy.data, 'run', `${name}.sock`)}`);
    const flags = [`--data=${folder}`, `--port=${port}`, `--web=${join(ROOT, 'out/web')}`, ...sockets];
    const child = spawn(join(ROOT, 'out/bin/edge'), flags, { stdio: 'ignore' });
    const begun = performance.now();
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the edge ended with ${child.exitCode}`);
      const address = (await readFile(join(folder, 'run/edge.addr'), 'utf8').catch(() => '')).trim();
      if (address) return { child, port: Number(address.split(':')[1]), took: performance.now() - begun };
      await pause(2);
    }
  };
  edge = await startEdge(0);
  const { port } = edge;
  const named = (name, call) => ({ name, text: requestText(call) });
  clients = new SteadyClients(port, [
    named('trylogin', { method: 'POST', path: '/api/auth/trylogin', token: learner.token }),
    named('my courses', { method: 'POST', path: '/api/user-course/fetch-courses', token: learner.token }),
    named('learners', { method: 'PUT', path: '/api/cm/user/fetch-users', token: manager.token }),
    named('profile', { method: 'POST', path: '/api/user/update-user', token: learner.token, body: { address: 'جدة' } }),
  ]);
  const ends = [];
  const starts = [];
  for (let i = 0; i < RESTARTS; ++i) {
    await pause(LIFE_MS * (0.5 + Math.random()));
    const begun = performance.now();
    edge.child.kill('SIGTERM');
    const [code, signal] = await once(edge.child, 'close');
    if (code !== 0) throw new Error(`the edge ended with ${code ?? signal}`);
    ends.push(performance.now() - begun);
    edge = await startEdge(port);
    starts.push(edge.took);
  }
  const { answered, refused, closedBefore, lost, wrong } = await clients.stop();
  clients = undefined;
  table(
    `${RESTARTS} restarts of the edge (${load()})`,
    ['', 'figure'],
    [
      ['requests answered completely', String(answered)],
      ['requests lost (aim 0)', String(lost.length)],
      ['answers that were not 200', String(wrong.length)],
      ['connections refused meanwhile', String(refused)],
      ['connections closed before a request', String(closedBefore)],
      ['half of the ends within', ms(median(ends))],
      ['all ends within', ms(Math.max(...ends))],
      ['half of the starts within', ms(median(starts))],
    ],
  );
  for (const line of [...lost, ...wrong].slice(0, 20)) console.log(`  ${line}`);
} finally {
  await clients?.stop();
  edge?.child.kill('SIGKILL');
  await academy.stop();
  await rm(folder, { recursive: true, force: true });
}
