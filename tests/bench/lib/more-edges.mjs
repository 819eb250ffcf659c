// Further edges beside an academy's own, in front of the same services: one process may open only so many files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { ROOT } from './academy.mjs';

const OWN = ['run', 'logs', 'edge'];

/** Links what is in `from` into `to`, but for `except`. */
async function linkAll(from, to, except) {
  for (const name of await readdir(from)) {
    if (!except(name)) await symlink(join(from, name), join(to, name));
  }
}

/** Starts an edge and returns when it is ready: `port`, `pid` and `stop`. */
export async function startEdge(academy) {
  const data = await mkdtemp(join(tmpdir(), 'academy-edge-'));
  for (const name of OWN) await mkdir(join(data, name), { mode: 0o700 });
  await linkAll(academy.data, data, (name) => OWN.includes(name));
  await linkAll(join(academy.data, 'run'), join(data, 'run'), (name) => name.startsWith('edge.'));
  const flags = [`--data=${data}`, '--port=0', `--web=${join(ROOT, 'out/web')}`, '--bot_check=off'];
  const child = spawn(join(ROOT, 'out/bin/edge'), flags, { stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
    await rm(data, { recursive: true, force: true });
  };
  const ready = async () => {
    const address = await readFile(join(data, 'run/edge.addr'), 'utf8').catch(() => '');
    if (address === '') return undefined;
    const port = Number(address.trim().split(':').at(-1));
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return answer?.ok ? port : undefined;
  };
  for (;;) {
    const port = await ready();
    if (port !== undefined) return { port, pid: child.pid, stop };
    if (child.exitCode !== null) {
      await stop();
      throw new Error('a further edge did not start');
    }
    await pause(50);
  }
}
