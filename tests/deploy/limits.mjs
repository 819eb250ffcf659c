// A small machine: its processes share one processor and little memory, as far as this machine lets anybody limit them.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const V2 = '/sys/fs/cgroup';
const V1 = join(V2, 'memory');
const REMOVAL_MS = 2000;

const isV1 = () => existsSync(join(V1, 'memory.limit_in_bytes'));
const folderOf = (name) => join(isV1() ? V1 : V2, name);

/** A group of processes that have `bytes` together, the kernel's copies of files included, and no swap. */
export function makeMemoryGroup(name, bytes) {
  const group = folderOf(name);
  const set = (file, value) => writeFileSync(join(group, file), String(value));
  if (!isV1()) writeFileSync(join(V2, 'cgroup.subtree_control'), '+memory');
  mkdirSync(group);
  set(isV1() ? 'memory.limit_in_bytes' : 'memory.max', bytes);
  const swap = isV1() ? 'memory.memsw.limit_in_bytes' : 'memory.swap.max';
  // Not there without swap's accounting.
  if (existsSync(join(group, swap))) set(swap, isV1() ? bytes : 0);
  return group;
}

/** How many processes the kernel ended because the group had no more memory. */
export function endedForMemory(group) {
  const file = join(group, isV1() ? 'memory.oom_control' : 'memory.events');
  return Number(/^oom_kill (\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
}

/** When its processes are gone, which may take a moment; nothing, if there is no such group. */
export function removeMemoryGroup(name) {
  const end = performance.now() + REMOVAL_MS;
  while (existsSync(folderOf(name))) {
    try {
      rmdirSync(folderOf(name));
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** The first processor that this process may use. */
const firstProcessor = () => /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];

/** The words before a command that put it into the group and onto one processor. */
export const limitedTo = (group) => [
  ...['bash', '-c', 'echo 0 >"$0/cgroup.procs"; exec "$@"', group],
  ...['taskset', '--cpu-list', firstProcessor()],
];
