// Shows that an academy over several hosts loses nothing that it acknowledged when its database fails over: README.md.
//   node tests/cluster/main.mjs [--minutes N] [--kills N] [--seed N] [--only 'FAULT;FAULT'] [--route proxy|hosts]
//     [--distance MS] [--sabotage S] [--report FILE] [--keep]
// It needs root. The run is in namespaces of its own: what it makes and starts there, the kernel ends with it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inOwnNamespaces } from '../harness/own-namespaces.mjs';
import { COUNTEREXAMPLE, readFlags } from './flags.mjs';
import { inside } from './inside.mjs';

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
  const status = await inOwnNamespaces({ ACADEMY_CLUSTER: folder }, limit);
  if (keep) console.log(`Kept: ${folder}`);
  else if (status !== COUNTEREXAMPLE) await rm(folder, { recursive: true, force: true });
  return status;
}
