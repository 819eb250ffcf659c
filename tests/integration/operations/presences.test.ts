// Two presences and two edges: each edge is attached to both presences, so that either may be lost or hang.
import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { Host } from '../../harness/academies/hosts.ts';
import { ReplicatedAcademy } from '../../harness/academies/replicated.ts';
import { Api, firstManager, newLearner, signIn, type Learner } from '../../harness/api.ts';
import { onSqlite } from '../../harness/engine.ts';
import { LiveConnection } from '../../harness/live.ts';
import { hasPostgresql } from '../../harness/servers/postgresql.ts';
import { until } from '../../harness/until.ts';

interface Connected {
  readonly learner: Learner;
  readonly session: Api;
  readonly live: LiveConnection;
}

const LEARNERS = 4;
const FAULTS = [
  ['killed', 'SIGKILL', 0],
  ['killed', 'SIGKILL', 1],
  ['stopped', 'SIGSTOP', 0],
  ['stopped', 'SIGSTOP', 1],
] as const;

describe.runIf(onSqlite('own servers') && hasPostgresql())('two presences', () => {
  let academy: ReplicatedAcademy;
  let manager: Api;
  const open: LiveConnection[] = [];

  beforeAll(async () => {
    academy = await ReplicatedAcademy.start();
    manager = (await firstManager(academy.urls[0])).api;
  });
  afterEach(() => {
    for (const connection of open.splice(0)) connection.close();
  });
  afterAll(async () => {
    await academy?.remove();
  });

  async function connect(edge: number, token: string | undefined): Promise<LiveConnection> {
    const live = new LiveConnection(academy.urls[edge % 2 === 0 ? 0 : 1], token, { transports: ['websocket'] });
    open.push(live);
    return live.connected();
  }
  async function connected(edge: number): Promise<Connected> {
    const learner = await newLearner(manager);
    const session = await signIn(academy.urls[0], learner.email);
    return { learner, session, live: await connect(edge, session.token) };
  }
  /** As many at each edge. */
  const learners = () => Promise.all(Array.from({ length: LEARNERS }, (_, number) => connected(number)));
  /** A manager at each edge. */
  const watchers = () => Promise.all([connect(0, manager.token), connect(1, manager.token)]);

  const shows = (watcher: LiveConnection, { learner }: Connected) => watcher.online().includes(learner._id);
  /** The learner's stored status, asked often enough to reach both auths. */
  const stored = async ({ learner }: Connected) => {
    const asked = await Promise.all(
      academy.urls.flatMap((url) =>
        [1, 2].map(() =>
          new Api(url, manager.token).must<{ result: Learner }>('POST', '/api/cm/user/fetch-user', {
            clientId: learner._id,
          }),
        ),
      ),
    );
    return new Set(asked.map(({ result }) => result.status));
  };
  const storedAs = (who: Connected, status: Learner['status']) =>
    until(`${status} at every auth`, async () => {
      const seen = await stored(who);
      return seen.size === 1 && seen.has(status);
    });

  async function recover(presence: Host, signal: NodeJS.Signals): Promise<void> {
    if (signal === 'SIGSTOP') return presence.signal('SIGCONT');
    await presence.ended();
    await presence.startAgain();
  }

  test('managers at both edges and both auths know the learners of both edges', async () => {
    const watching = await watchers();
    const all = await learners();
    for (const who of all) {
      for (const watcher of watching) await until('online', () => shows(watcher, who));
      await storedAs(who, 'online');
    }
    all[0]?.live.close();
    for (const watcher of watching) await until('offline', () => !shows(watcher, all[0] as Connected));
    await storedAs(all[0] as Connected, 'offline');
    await storedAs(all[1] as Connected, 'online');
  });

  test.each(FAULTS)('takeovers and sign-outs reach each edge while a presence is %s (%s, %i)', async (...fault) => {
    const [, signal, number] = fault;
    const presence = academy.presences[number];
    const taken = await learners();
    const own = await learners();
    const sentAway = await learners();
    const ends = [
      ...taken.map(({ learner }, edge) => signIn(academy.urls[edge % 2 === 0 ? 1 : 0], learner.email)),
      ...own.map(({ session }) => session.must('POST', '/api/auth/logout')),
    ];
    presence.signal(signal);
    try {
      await Promise.all(ends);
      for (const { learner } of sentAway) {
        const key = randomUUID();
        const body = { userId: learner._id, status: 'offline', socketId: '' };
        await until('the sign-out', async () => {
          const { status } = await manager.call('PUT', '/api/cm/user/update-status', body, key);
          return status === 200;
        });
      }
      for (const { live } of taken) await live.got('anotherDevice');
      for (const { live } of [...own, ...sentAway]) {
        await live.got('logout');
        expect(live.events.map(({ name }) => name)).not.toContain('anotherDevice');
      }
    } finally {
      await recover(presence, signal);
    }
    // Nobody is told twice, and who comes back stays.
    const back = await connect(0, sentAway[0]?.session.token);
    const [watcher] = await watchers();
    await until('online again', () => shows(watcher, sentAway[0] as Connected));
    expect(back.socket.connected).toBe(true);
    expect(back.events.map(({ name }) => name)).not.toContain('logout');
    for (const { live } of taken) expect(live.events.filter(({ name }) => name === 'anotherDevice')).toHaveLength(1);
  });

  test.each(FAULTS)('who is online stays right while a presence is %s (%s, %i)', async (...fault) => {
    const [, signal, number] = fault;
    const presence = academy.presences[number];
    const watching = await watchers();
    const before = await learners();
    for (const who of before) {
      for (const watcher of watching) await until('online', () => shows(watcher, who));
      await storedAs(who, 'online');
    }
    const [leaves] = before as [Connected];
    const stays = before.slice(1);
    const told = watching.map(({ events }) => events.length);
    presence.signal(signal);
    try {
      const comes = await connected(1);
      leaves.live.close();
      for (const watcher of watching) {
        await until('the newcomer', () => shows(watcher, comes));
        await until('the end of the one who left', () => !shows(watcher, leaves));
      }
      await storedAs(comes, 'online');
      await storedAs(leaves, 'offline');
      for (const who of stays) expect(await stored(who)).toEqual(new Set(['online']));
    } finally {
      await recover(presence, signal);
    }
    const next = await connected(0);
    for (const watcher of watching) await until('who came after that', () => shows(watcher, next));
    await storedAs(next, 'online');
    // No list in between lacked anybody who was there.
    for (const [index, { events }] of watching.entries()) {
      const lists = events.slice(told[index]).map(({ args: [list] }) => list as { userId: string }[]);
      for (const list of lists) {
        const ids = list.map(({ userId }) => userId);
        for (const { learner } of stays) expect(ids).toContain(learner._id);
      }
    }
  });

  test('a presence that is stopped in order leaves the list and the reporting to the other', async () => {
    const [watcher] = await watchers();
    const who = await connected(0);
    await storedAs(who, 'online');
    for (const presence of academy.presences) {
      presence.signal('SIGTERM');
      expect(await presence.ended()).toBe(0);
      const comes = await connected(1);
      await storedAs(comes, 'online');
      await until('the newcomer', () => shows(watcher, comes));
      expect(await stored(who)).toEqual(new Set(['online']));
      await presence.startAgain();
    }
  });

  test('an edge is ready with one presence', async () => {
    const [first] = academy.presences;
    first.signal('SIGKILL');
    await first.ended();
    for (const url of academy.urls) {
      await until('readiness', async () => (await fetch(`${url}/readyz`)).status === 200);
    }
    await first.startAgain();
  });
});
