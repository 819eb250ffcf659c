// Carries out docs/cluster.md on three empty hosts, and says how long it takes: README.md.
//   node tests/deploy/main.mjs [--tree FOLDER] [--packages FOLDER] [--report FILE] [--keep]
// It needs root. The run is in namespaces of its own: what it makes and starts there, the kernel ends with it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { COULD_NOT_RUN, inOwnNamespaces } from '../harness/own-namespaces.mjs';
import { inside } from './inside.mjs';
import { makeCertificate } from './journey.mjs';
import { PackageProxy } from './packages.mjs';

const LIMIT_MS = 90 * 60_000;

const { values: flags } = parseArgs({
  options: {
    // An unpacked Debian 12, made there if there is none; otherwise one is made for the run.
    tree: { type: 'string' },
    // Keeps downloaded packages.
    packages: { type: 'string' },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

if (process.env.ACADEMY_DEPLOY) {
  process.exit(await inside(flags, process.env.ACADEMY_DEPLOY));
} else if (process.getuid() !== 0) {
  console.error('Namespaces need root');
  process.exitCode = COULD_NOT_RUN;
} else {
  process.exitCode = await outside();
}

/** Runs this program in namespaces, and removes its folder. Packages come through this process, which has a network. */
async function outside() {
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'));
  const proxy = await PackageProxy.start(join(folder, 'packages.sock'), flags.packages);
  const env = { ACADEMY_DEPLOY: folder, NODE_EXTRA_CA_CERTS: makeCertificate(folder) };
  const status = await inOwnNamespaces(env, LIMIT_MS);
  proxy.stop();
  if (flags.keep) console.log(`Kept: ${folder}`);
  else await rm(folder, { recursive: true, force: true });
  return status;
}
