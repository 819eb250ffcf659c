// Installs the Debian package on an empty machine, uses it, upgrades, removes and purges it: README.md.
//   node tests/package/main.mjs --package FILE --next FILE [--tree FOLDER] [--packages FOLDER] [--report FILE] [--keep]
// It needs root. The run is in namespaces of its own: what it makes and starts there, the kernel ends with it.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { makeCertificate } from '../deploy/journey.mjs';
import { PackageProxy } from '../deploy/packages.mjs';
import { inside } from './inside.mjs';

const COULD_NOT_RUN = 2;
const STOP_MS = 10_000;
/** A run ends by its plan. One that hangs is ended. */
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
  const namespaces = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child'];
  // The first process of the namespace collects what others leave behind.
  const first = ['bash', '-c', '"$@" <&0 & wait "$!"', 'first', process.execPath, ...process.argv.slice(1)];
  const child = spawn('unshare', [...namespaces, ...first], {
    // The run ends when its input does, also if this process is killed.
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, ACADEMY_PACKAGE_TEST: folder, NODE_EXTRA_CA_CERTS: makeCertificate(folder) },
    // A terminal's Ctrl+C reaches only this process.
    detached: true,
  });
  const stop = () => {
    child.stdin.end();
    setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  const hangs = setTimeout(() => {
    console.error(`The run is ended after ${LIMIT_MS / 60_000} minutes`);
    stop();
  }, LIMIT_MS);
  const status = await new Promise((ended) => child.once('close', (code) => ended(code ?? COULD_NOT_RUN)));
  clearTimeout(hangs);
  proxy.stop();
  if (flags.keep) console.log(`Kept: ${folder}`);
  else await rm(folder, { recursive: true, force: true });
  return status;
}
