// The part of such a run that has a network: it starts the program again in namespaces of its own, and gets packages.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { inOwnNamespaces } from '../harness/own-namespaces.mjs';
import { makeCertificate } from './journey.mjs';
import { removeMemoryGroup } from './limits.mjs';
import { PackageProxy } from './packages.mjs';

/**
 * Runs this program in namespaces, no longer than `limitMs`, with its folder in the variable `name`, and removes the
 * folder, unless it is to be kept. Returns the exit code.
 */
export async function outside(name, limitMs, { packages, keep }) {
  const folder = await mkdtemp(join(tmpdir(), 'machines-'));
  const proxy = await PackageProxy.start(join(folder, 'packages.sock'), packages);
  const env = { [name]: folder, NODE_EXTRA_CA_CERTS: makeCertificate(folder) };
  const status = await inOwnNamespaces(env, limitMs);
  proxy.stop();
  removeMemoryGroup(basename(folder));
  if (keep) console.log(`Kept: ${folder}`);
  else await rm(folder, { recursive: true, force: true });
  return status;
}
