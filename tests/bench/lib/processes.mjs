// What the academy's processes use while something runs.
import { readdir, readFile } from 'node:fs/promises';

import { cpuOfProcess } from './academy.mjs';

/** How often the threads of a process gave a processor up, because they waited or because others took their turn. */
async function switchesOf(pid) {
  const tasks = await readdir(`/proc/${pid}/task`);
  const counts = tasks.map(async (task) => {
    // A thread may end meanwhile.
    const status = await readFile(`/proc/${pid}/task/${task}/status`, 'utf8').catch(() => '');
    return [...status.matchAll(/ctxt_switches:\s+(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Runs `work` and returns its result as `result`, with the CPU seconds and context switches of each process meanwhile. */
export async function usage(academy, names, work) {
  const pids = await Promise.all(names.map((name) => academy.pidOf(name)));
  const read = () =>
    Promise.all(pids.map(async (pid) => ({ cpu: await cpuOfProcess(pid), switches: await switchesOf(pid) })));
  const before = await read();
  const result = await work();
  const after = await read();
  const of = (figure) => Object.fromEntries(names.map((name, i) => [name, after[i][figure] - before[i][figure]]));
  return { result, cpu: of('cpu'), switches: of('switches') };
}
