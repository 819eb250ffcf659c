// Carries out docs/cluster.md on three empty hosts, and says how long it takes: README.md.
//   node tests/deploy/main.mjs [--tree FOLDER] [--packages FOLDER] [--report FILE] [--keep]
// It needs root. The run is in namespaces of its own: what it makes and starts there, the kernel ends with it.
import { parseArgs } from 'node:util';

import { COULD_NOT_RUN } from '../harness/own-namespaces.mjs';
import { inside } from './inside.mjs';
import { outside } from './outside.mjs';

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
  process.exitCode = await outside('ACADEMY_DEPLOY', LIMIT_MS, flags);
}
