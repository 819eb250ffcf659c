// Installs the Debian package on an empty machine, uses it, upgrades, removes and purges it: README.md.
//   node tests/package/main.mjs --package FILE --next FILE [--tree FOLDER] [--packages FOLDER] [--report FILE] [--keep]
// It needs root. The run is in namespaces of its own: what it makes and starts there, the kernel ends with it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { makeCertificate } from '../deploy/journey.mjs';
import { PackageProxy } from '../deploy/packages.mjs';
import { COULD_NOT_RUN, inOwnNamespaces } from '../harness/own-namespaces.mjs';
import { inside } from './inside.mjs';

const LIMIT_MS = 45 * 60_000;

const { values: flags } = parseArgs({
  options: {
    package: { type: 'string' },
    // The same with a higher version.
    next: { type: 'string' },
    // An unpacked Debian, made there if there is none; otherwise one is made for the run.
    tree: { type: 'string' },
    // Keeps downloaded packages.
    packages: { type: 'string' },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

if (process.env.ACADEMY_PACKAGE_TEST) {
  process.exit(await inside(flags, process.env.ACADEMY_PACKAGE_TEST));
} else if (process.getuid() !== 0 || !flags.package || !flags.next) {
  console.error('It needs root, --package and --next');
  process.exitCode = COULD_NOT_RUN;
} else {
  process.exitCode = await outside();
}

/** Runs this program in namespaces, and removes its folder. Packages come through this process, which has a network. */
async function outside() {
  const folder = await mkdtemp(join(tmpdir(), 'package-'));
  const proxy = await PackageProxy.start(join(folder, 'packages.sock'), flags.packages);
  const env = { ACADEMY_PACKAGE_TEST: folder, NODE_EXTRA_CA_CERTS: makeCertificate(folder) };
  const status = await inOwnNamespaces(env, LIMIT_MS);
  proxy.stop();
  if (flags.keep) console.log(`Kept: ${folder}`);
  else await rm(folder, { recursive: true, force: true });
  return status;
}
