// What is done to the academy under load. A fault is over when `run` returns, unless it has called `ended` before: from
// then on the academy has its time to recover.
import { setTimeout as pause } from 'node:timers/promises';

import { PROCESSES } from './academy.mjs';

const SERVICES = PROCESSES.filter((name) => name !== 'edge');

/** Waits until the process runs again under another id. */
async function comesBack(academy, name, former) {
  const end = performance.now() + 30_000;
  while (academy.pidOf(name) === former || academy.pidOf(name) === 0) {
    if (performance.now() > end) return;
    await pause(10);
  }
}

/** Several times in a row, because a start is a good moment too. */
function killing(name) {
  return {
    name: `kill ${name}`,
    async run({ academy, random, ended, killed }) {
      for (let times = random.between(3, 5); times > 0; --times) {
        const former = academy.pidOf(name);
        ended();
        if (academy.signal(name, 'SIGKILL')) killed(name);
        await comesBack(academy, name, former);
        await pause(random.between(0, 300));
      }
    },
  };
}

const killingAll = {
  name: 'kill all five',
  async run({ academy, ended, killed }) {
    ended();
    const former = PROCESSES.map((name) => academy.pidOf(name));
    for (const name of PROCESSES) if (academy.signal(name, 'SIGKILL')) killed(name);
    await Promise.all(PROCESSES.map((name, index) => comesBack(academy, name, former[index])));
  },
};

// Its processes end by themselves; the next start waits for them.
const killingSupervisor = {
  name: 'kill supervisor',
  sqlite: true,
  async run({ academy, ended }) {
    ended();
    await academy.crashSupervisor();
    await academy.start();
  },
};

const suspending = {
  name: 'suspend',
  async run({ academy, random }) {
    const name = random.of(PROCESSES);
    academy.signal(name, 'SIGSTOP');
    await pause(random.between(500, 4000));
    academy.signal(name, 'SIGCONT');
  },
};

/** Everything is killed at once, and what no fsync had confirmed is taken back. */
export const POWER_CUT = {
  name: 'power cut',
  async run({ academy, shim, random, ended, killed }) {
    await academy.crash();
    PROCESSES.forEach(killed);
    shim.losePower(random);
    ended();
    await academy.start();
  },
};

/** A trouble of the disks of some processes for a while. */
function disk(name, trouble, longest = 3000) {
  return {
    name,
    async run({ shim, random }) {
      const whose = random.below(3) === 0 ? SERVICES : [random.of(SERVICES)];
      shim.set({ ...trouble, seed: random.below(1 << 30), processes: whose });
      await pause(random.between(500, longest));
      shim.set({});
    },
  };
}

/** The clock of all processes is wrong for a while. */
function clock(name, offsetMs) {
  return {
    name,
    async run({ shim, random }) {
      shim.setClock(offsetMs);
      await pause(random.between(1500, 4000));
      shim.setClock(0);
    },
  };
}

export const FAULTS = [
  ...PROCESSES.map(killing),
  killingAll,
  killingSupervisor,
  suspending,
  POWER_CUT,
  disk('slow fsync', { fsyncDelayMs: 150 }),
  disk('errors of the disk', { errorsPerMille: 200 }),
  disk('disk full', { full: 1 }),
  disk('short writes', { shortPerMille: 300 }),
  clock('clock 8 days ahead', 8 * 24 * 3_600_000),
  clock('clock 1 hour behind', -3_600_000),
  {
    name: 'mail server away',
    async run({ world, random }) {
      await world.mailbox.goAway();
      await pause(random.between(1000, 3000));
      await world.mailbox.comeBack();
    },
  },
];

/** For the academy whose videos are in an object store. */
export const STORE_FAULTS = [
  {
    name: 'object store away',
    async run({ world, random }) {
      const fail = (times) => fetch(`${world.store.url}/-/fail?status=503&times=${times}`);
      await fail(1_000_000);
      await pause(random.between(1000, 4000));
      await fail(0);
    },
  },
  { ...killing('catalog'), name: 'kill catalog, with a store' },
];
