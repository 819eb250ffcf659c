// What is done to the cluster under load. A fault ends healed, and returns how many milliseconds after it began writes
// were back.
import { setTimeout as pause } from 'node:timers/promises';

import { nameOf, REPLICAS } from './layout.mjs';
import { cut, heal, HOSTS } from './network.mjs';
import { until } from './until.mjs';

const PROCESS_LIMIT_MS = 10_000;
const MACHINE_LIMIT_MS = 30_000;
const FAILOVER_MS = 90_000;
const READY_MS = 30_000;
/** Sabotage: how long standbys get no log before the primary is killed. */
const BEHIND_MS = 2000;

/** Does something to the primary, and waits until writes are back at another one. */
async function failOver({ trio, probe }, act) {
  const former = await trio.primary();
  const begun = performance.now();
  await act(former);
  const isOther = async () => {
    const primary = await trio.primary();
    return primary !== undefined && primary !== former;
  };
  await until('another primary', isOther, FAILOVER_MS);
  const elected = performance.now() - begun;
  return { former, elected, back: await probe.back(begun) };
}

function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}

const killPrimary = {
  name: 'kill primary',
  limitMs: PROCESS_LIMIT_MS,
  failover: true,
  async run(context) {
    return failOver(context, (host) => signal([context.trio.postmaster(host)], 'SIGKILL'));
  },
};

// All its processes stop in the middle of what they do, as on a machine that swaps.
const pausePrimary = {
  name: 'pause primary',
  limitMs: MACHINE_LIMIT_MS,
  failover: true,
  async run(context) {
    const { trio } = context;
    let stopped = [];
    try {
      return await failOver(context, (host) => signal((stopped = trio.serverOf(host)), 'SIGSTOP'));
    } finally {
      signal(stopped, 'SIGCONT');
    }
  },
};

const cutPrimary = {
  name: 'cut primary off',
  limitMs: MACHINE_LIMIT_MS,
  failover: true,
  async run(context) {
    let host;
    try {
      return await failOver(context, (primary) => cut((host = primary)));
    } finally {
      if (host) heal(host);
    }
  },
};

const cutStandby = {
  name: 'cut standby off',
  limitMs: MACHINE_LIMIT_MS,
  async run({ trio, probe, random }) {
    const primary = await trio.primary();
    const host = random.of(HOSTS.filter((each) => each !== primary));
    const begun = performance.now();
    cut(host);
    try {
      await pause(random.between(500, 4000));
      return { back: await probe.back(begun) };
    } finally {
      heal(host);
    }
  },
};

/** Each process of a name in turn, the next one when everything is ready again. */
const killEach = (name) => ({
  name: `kill ${name}`,
  needs: name === 'haproxy' ? 'proxy' : undefined,
  limitMs: PROCESS_LIMIT_MS,
  async run({ programs, probe, random, academy, journal }) {
    const backs = [];
    for (const host of random.shuffled(REPLICAS[name])) {
      const begun = performance.now();
      programs.signal(nameOf(host, name), 'SIGKILL');
      const back = await probe.back(begun);
      journal.note({ killed: nameOf(host, name), back });
      if (back === undefined) return { back };
      backs.push(back);
      await until('readiness', () => academy.isReady(), READY_MS);
    }
    return { back: Math.max(...backs) };
  },
});

export const FAULTS = [killPrimary, pausePrimary, cutPrimary, cutStandby, ...Object.keys(REPLICAS).map(killEach)];
export const KILL_PRIMARY = killPrimary;

/** Sabotage: the standbys of a cluster that does not wait for them lack what was acknowledged last. */
export const KILL_AHEAD = {
  ...killPrimary,
  async run(context) {
    const { trio } = context;
    return failOver(context, async (host) => {
      const senders = await trio.senders(host);
      signal(senders, 'SIGSTOP');
      await pause(BEHIND_MS);
      signal([trio.postmaster(host), ...senders], 'SIGKILL');
    });
  },
};
