// What a list costs right after a change, in processor time: one request at a time, with and without changes between.

const ROUNDS = 500;

/** Microseconds of each of `processes` of `server` in a call of `once`, which gets the round's number. */
async function costOf(server, processes, once) {
  const cpu = () => Promise.all(processes.map((name) => server.cpuOf(name)));
  const before = await cpu();
  for (let round = 0; round < ROUNDS; ++round) await once(round);
  const after = await cpu();
  return after.map((used, index) => ((used - before[index]) * 1e6) / ROUNDS);
}

/** The cost of `list`, for each of `processes`, when nothing has changed. */
export function costOfRepeated(server, processes, list) {
  return costOf(server, processes, list);
}

/** The cost of `list` after `change`, without that of the change. */
export async function costAfterChange(server, processes, change, list) {
  const changes = await costOf(server, processes, change);
  const both = await costOf(server, processes, async (round) => {
    await change(round);
    await list(round);
  });
  return both.map((cost, index) => cost - changes[index]);
}
