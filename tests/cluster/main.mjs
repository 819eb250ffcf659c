// Shows that an academy over several hosts loses nothing that it acknowledged when its database fails over: README.md.
//   node tests/cluster/main.mjs [--minutes N] [--kills N] [--seed N] [--route proxy|hosts] [--sabotage S] [--report FILE]
// It needs root. The run is in namespaces of its own: what it makes and starts there, the kernel ends with it.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { COULD_NOT_RUN, COUNTEREXAMPLE, readFlags } from './flags.mjs';
import { inside } from './inside.mjs';

const STOP_MS = 10_000;

if (process.env.ACADEMY_CLUSTER) {
  process.exit(await inside(readFlags(), process.env.ACADEMY_CLUSTER));
} else {
  readFlags();
  process.exitCode = await outside();
}

/** Runs this program in namespaces, and removes its folder unless it has a counterexample. */
async function outside() {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'));
  // PostgreSQL's user must be able to reach its files.
  await chmod(folder, 0o755);
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
  const status = await new Promise((ended) => child.once('close', (code) => ended(code ?? COULD_NOT_RUN)));
  if (status !== COUNTEREXAMPLE) await rm(folder, { recursive: true, force: true });
  return status;
}
