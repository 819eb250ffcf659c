// Shows that an academy over several hosts loses nothing that it acknowledged when its database fails over: README.md.
//   node tests/cluster/main.mjs [--minutes N] [--kills N] [--seed N] [--only 'FAULT;FAULT'] [--route proxy|hosts]
//     [--distance MS] [--sabotage S] [--report FILE] [--keep]
// It needs root. The run is in namespaces of its own: what it makes and starts there, the kernel ends with it.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { COULD_NOT_RUN, COUNTEREXAMPLE, readFlags } from './flags.mjs';
import { inside } from './inside.mjs';

const STOP_MS = 10_000;
/** A run ends by its plan. One that hangs is ended. */
const FAILOVER_MS = 120_000;
const BEYOND_MS = 15 * 60_000;

if (process.env.ACADEMY_CLUSTER) {
  process.exit(await inside(readFlags(), process.env.ACADEMY_CLUSTER));
} else {
  const { minutes, kills, keep } = readFlags();
  process.exitCode = await outside((kills > 0 ? kills * FAILOVER_MS : minutes * 60_000) + BEYOND_MS, keep);
}

/**
 * Runs this program in namespaces, no longer than `limit`, and removes its folder unless it has a counterexample or is to
 * be kept. The databases are gone in any case: the run's memory has them.
 */
async function outside(limit, keep) {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'));
  const namespaces = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child'];
  // The first process of the namespace collects what others leave behind.
  const first = ['bash', '-c', '"$@" <&0 & wait "$!"', 'first', process.execPath, ...process.argv.slice(1)];
  const child = spawn('unshare', [...namespaces, ...first], {
    // The run ends when its input does, also if this process is killed.
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, ACADEMY_CLUSTER: folder },
    // A terminal's Ctrl+C reaches only this process.
    detached: true,
  });
  const stop = () => {
    child.stdin.end();
    setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  const hangs = setTimeout(() => {
    console.error(`The cluster is ended after ${limit / 60_000} minutes`);
    stop();
  }, limit);
  const status = await new Promise((ended) => child.once('close', (code) => ended(code ?? COULD_NOT_RUN)));
  clearTimeout(hangs);
  if (keep) console.log(`Kept: ${folder}`);
  else if (status !== COUNTEREXAMPLE) await rm(folder, { recursive: true, force: true });
  return status;
}
