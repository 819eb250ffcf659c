// Controls the processes of hostile connections (lib/hostile-load.mjs).
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The limit on open files of a process: `{soft, hard}`. */
export async function descriptorLimits(pid) {
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
  const [, soft, hard] = /^Max open files\s+(\d+)\s+(\d+)/m.exec(limits);
  return { soft: Number(soft), hard: Number(hard) };
}

/** Raises this process's limit on open files, which its children inherit, to `count` if it is lower and may be. */
export async function raiseDescriptorLimit(count) {
  const { hard } = await descriptorLimits('self');
  const most = Math.max(hard, count);
  // Only root may raise the hard limit; without that the edge and the load have what they have, and say so.
  const set = (limit) => promisify(execFile)('prlimit', ['--pid', String(process.pid), `--nofile=${limit}:${limit}`]);
  await set(most).catch(() => set(hard));
}

/** Loopback addresses, as many as are asked for, none of which is 127.0.0.1. */
export function loopbackAddresses(count) {
  return Array.from({ length: count }, (_, i) => `127.0.${1 + Math.floor(i / 200)}.${1 + (i % 200)}`);
}

const add = (into, from) => {
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === 'object') add((into[key] ??= {}), value);
    else into[key] = (into[key] ?? 0) + value;
  }
  return into;
};

export class Hostile {
  /** Starts `processes` processes, which together open `settings.want` of each kind. */
  static start(processes, settings) {
    const children = Array.from({ length: processes }, (_, index) => {
      const share = (all) => Math.floor((all * (index + 1)) / processes) - Math.floor((all * index) / processes);
      const want = Object.fromEntries(Object.entries(settings.want).map(([kind, all]) => [kind, share(all)]));
      const child = fork(join(import.meta.dirname, 'hostile-load.mjs'));
      child.send({ ...settings, want });
      return child;
    });
    return new Hostile(children);
  }

  constructor(children) {
    this.children = children;
  }

  /** The counts of each kind, and the processor seconds of the load, over all processes. */
  async report() {
    const reports = this.children.map(async (child) => {
      const answer = once(child, 'message');
      child.send('report');
      return (await answer)[0];
    });
    return (await Promise.all(reports)).reduce(add, {});
  }

  async stop() {
    const ended = this.children.map((child) => (child.exitCode === null ? once(child, 'exit') : undefined));
    for (const child of this.children) if (child.connected) child.send('stop');
    await Promise.all(ended);
  }
}
