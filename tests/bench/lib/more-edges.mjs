// Further processes beside an academy's own: edges in front of the same services, because one process may open only so many
// files, and presences of the same database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { ROOT } from './academy.mjs';

/** Links what is in `from` into `to`, but for `except`. */
async function linkAll(from, to, except) {
  for (const name of await readdir(from)) {
    if (!except(name)) await symlink(join(from, name), join(to, name));
  }
}

/** A data folder with all that the academy's has, but for what the process has for itself. */
async function folderFor(academy, name) {
  const data = await mkdtemp(join(tmpdir(), `academy-${name}-`));
  const own = ['run', 'logs', name];
  for (const folder of own) await mkdir(join(data, folder), { mode: 0o700 });
  await linkAll(academy.data, data, (each) => own.includes(each));
  await linkAll(join(academy.data, 'run'), join(data, 'run'), (each) => each.startsWith(`${name}.`));
  return data;
}

/** Starts a process and returns when `ready` finds something at its address: `port`, `pid`, `child` and `stop`. */
async function startProcess(academy, name, flags, ready) {
  const data = await folderFor(academy, name);
  const child = spawn(join(ROOT, 'out/bin', name), [`--data=${data}`, ...flags], { stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
    await rm(data, { recursive: true, force: true });
  };
  for (;;) {
    const address = await readFile(join(data, 'run', `${name}.addr`), 'utf8').catch(() => '');
    const port = Number(address.trim().split(':').at(-1));
    if (address !== '' && (await ready(port))) return { port, pid: child.pid, child, stop };
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`a further ${name} did not start`);
    }
    await pause(50);
  }
}

/** Starts an edge and returns when it is ready. */
export function startEdge(academy, flags = []) {
  const all = ['--port=0', `--web=${join(ROOT, 'out/web')}`, '--bot_check=off', ...flags];
  const ready = async (port) => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok;
  return startProcess(academy, 'edge', all, ready);
}

/** Starts a presence over the academy's PostgreSQL database, whose address is in a file. */
export function startPresence(academy, databaseFile) {
  return startProcess(academy, 'presence', ['--grpc_port=0', `--db_file=${databaseFile}`], async () => true);
}
