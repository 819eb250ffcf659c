// Makes the Debian package on an empty Debian, and installs it on another, uses it, upgrades, removes and purges it:
// README.md.
//   node tests/package/main.mjs [--debian 12|13] [--package FILE --next FILE] [--tree FOLDER] [--builder FOLDER]
//     [--packages FOLDER] [--compiled FOLDER] [--report FILE] [--keep]
// It needs root. The run is in namespaces of its own: what it makes and starts there, the kernel ends with it.
import { parseArgs } from 'node:util';

import { DEBIANS } from '../deploy/hosts.mjs';
import { outside } from '../deploy/outside.mjs';
import { COULD_NOT_RUN } from '../harness/own-namespaces.mjs';
import { inside } from './inside.mjs';

const LIMIT_MS = 150 * 60_000;

const { values: flags } = parseArgs({
  options: {
    debian: { type: 'string', default: '12' },
    // A package of that Debian, and the same with a higher version; otherwise they are made.
    package: { type: 'string' },
    next: { type: 'string' },
    // An unpacked Debian, made there if there is none; otherwise one is made for the run. The second is for building, and
    // may have the packages for it.
    tree: { type: 'string' },
    builder: { type: 'string' },
    // Keeps downloaded packages.
    packages: { type: 'string' },
    // Keeps what is compiled.
    compiled: { type: 'string' },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

if (process.env.ACADEMY_PACKAGE_TEST) {
  process.exit(await inside(flags, process.env.ACADEMY_PACKAGE_TEST));
} else if (process.getuid() !== 0 || !DEBIANS[flags.debian] || !flags.package !== !flags.next) {
  console.error(
    `It needs root, --debian ${Object.keys(DEBIANS).join(' or ')}, and --package and --next both or neither`,
  );
  process.exitCode = COULD_NOT_RUN;
} else {
  process.exitCode = await outside('ACADEMY_PACKAGE_TEST', LIMIT_MS, flags);
}
