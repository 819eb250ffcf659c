import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { firstManager, newLearner, signIn, type Api, type Learner } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { LiveConnection, TRANSPORT_ORDERS } from '../../harness/live.ts';
import { BlackHole } from '../../harness/raw.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster;
let manager: Api;
const open: LiveConnection[] = [];

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
});

afterEach(() => {
  for (const connection of open.splice(0)) connection.close();
});

afterAll(async () => {
  await cluster?.stop();
});

function live(token: string | undefined, transports?: ('polling' | 'websocket')[], upgrade = true): LiveConnection {
  const connection = new LiveConnection(cluster.url, token, { ...(transports ? { transports } : {}), upgrade });
  open.push(connection);
  return connection;
}

async function learnerWithSession(): Promise<{ learner: Learner; session: Api }> {
  const learner = await newLearner(manager);
  return { learner, session: await signIn(cluster.url, learner.email) };
}

async function statusOf(learner: Learner): Promise<Learner['status'] | undefined> {
  const { result } = await manager.must<{ result: Learner[] }>('PUT', '/api/cm/user/fetch-users');
  return result.find((entry) => entry._id === learner._id)?.status;
}

describe.each(TRANSPORT_ORDERS)('over $name', ({ transports, upgrade, ends }) => {
  test('managers see all learners who are online, a learner only itself', async () => {
    const watching = await live(manager.token, [...transports], upgrade).connected();
    const one = await learnerWithSession();
    const two = await learnerWithSession();
    const first = await live(one.session.token, [...transports], upgrade).connected();
    const second = await live(two.session.token, [...transports], upgrade).connected();
    const both = [one.learner._id, two.learner._id];
    await until('both online', () => both.every((id) => watching.online().includes(id)));
    await until('own entry', () => first.online().length === 1);
    expect(first.online()).toEqual([one.learner._id]);
    await until('the transport', () => first.transport === ends);
    await until('status online', async () => (await statusOf(one.learner)) === 'online');
    second.close();
    await until('one offline', () => !watching.online().includes(two.learner._id));
    expect(watching.online()).toContain(one.learner._id);
    await until('status offline', async () => (await statusOf(two.learner)) === 'offline');
  });

  test('a newer sign-in sends anotherDevice to the older connection, after its calls are refused', async () => {
    const { learner, session } = await learnerWithSession();
    const connection = await live(session.token, [...transports], upgrade).connected();
    let refusedByThen: Promise<number> | undefined;
    connection.socket.on('anotherDevice', () => {
      refusedByThen = session.post('/api/user/fetch-info').then((answer) => answer.status);
    });
    const newer = await signIn(cluster.url, learner.email);
    await connection.got('anotherDevice');
    expect(await refusedByThen).toBe(401);
    expect(connection.events.map((event) => event.name)).not.toContain('logout');
    const again = await live(newer.token, [...transports], upgrade).connected();
    await until('own entry', () => again.online().includes(learner._id));
  });

  test('a deactivated learner gets logout', async () => {
    const { learner, session } = await learnerWithSession();
    const connection = await live(session.token, [...transports], upgrade).connected();
    await manager.must('PUT', '/api/cm/user/update-activation', { clientId: learner._id, active: false });
    await connection.got('logout');
    expect(connection.events.map((event) => event.name)).not.toContain('anotherDevice');
  });

  test('a bad token is a connect_error with a message', async () => {
    for (const token of ['no-such-token', undefined]) {
      const connection = live(token, [...transports], upgrade);
      await until('the refusal', () => connection.errors.length > 0);
      expect(connection.errors[0]).not.toBe('');
      expect(connection.socket.connected).toBe(false);
    }
  });
});

test('a manager signs a learner out of the live connection', async () => {
  const { learner, session } = await learnerWithSession();
  const connection = await live(session.token).connected();
  const body = { userId: learner._id, status: 'offline', socketId: connection.socket.id };
  await manager.must('PUT', '/api/cm/user/update-status', body);
  await connection.got('logout');
  expect((await manager.put('/api/cm/user/update-status', { ...body, status: 'away' })).status).toBe(422);
});

test('an ended session cannot connect', async () => {
  const { session } = await learnerWithSession();
  await session.must('POST', '/api/auth/logout');
  const connection = live(session.token);
  await until('the refusal', () => connection.errors.length > 0);
});

test('webtransport is not offered, and a client that prefers it connects without', async () => {
  const handshake = await (await fetch(`${cluster.url}/socket.io/?EIO=4&transport=polling`)).text();
  expect(JSON.parse(handshake.slice(1))).toMatchObject({
    upgrades: ['websocket'],
    pingInterval: 25_000,
    pingTimeout: 20_000,
    maxPayload: 64 * 1024,
  });
  const options = { transports: ['polling', 'websocket', 'webtransport'] };
  const connection = new LiveConnection(cluster.url, manager.token, options);
  open.push(await connection.connected());
  await until('the upgrade', () => connection.transport === 'websocket');
  expect(connection.errors).toEqual([]);
});

test('a client that vanishes without a goodbye leaves the list, over polling and over WebSocket', async () => {
  const watching = await live(manager.token).connected();
  const hole = await BlackHole.before(cluster.port);
  try {
    const gone: string[] = [];
    for (const transport of ['polling', 'websocket'] as const) {
      const { learner, session } = await learnerWithSession();
      const connection = new LiveConnection(hole.url, session.token, { transports: [transport] });
      open.push(await connection.connected());
      gone.push(learner._id);
    }
    const { learner, session } = await learnerWithSession();
    await live(session.token).connected();
    await until('all online', () => [...gone, learner._id].every((id) => watching.online().includes(id)));
    hole.swallow();
    // pingInterval and pingTimeout, plus some time for a busy machine.
    await until('them gone', () => gone.every((id) => !watching.online().includes(id)), 75_000);
    expect(watching.online()).toContain(learner._id);
  } finally {
    hole.close();
  }
}, 120_000);

test('a connection survives restarts of presence and reconnects after a restart of the edge', async () => {
  const { learner, session } = await learnerWithSession();
  const watching = new LiveConnection(cluster.url, manager.token, { reconnection: true, reconnectionDelay: 100 });
  open.push(await watching.connected());
  const connection = new LiveConnection(cluster.url, session.token, { reconnection: true, reconnectionDelay: 100 });
  open.push(await connection.connected());
  await until('online', () => watching.online().includes(learner._id));
  process.kill(await cluster.pidOf('presence'), 'SIGKILL');
  const other = await learnerWithSession();
  const late = await live(other.session.token).connected();
  await until('both online again', () =>
    [learner._id, other.learner._id].every((id) => watching.online().includes(id)),
  );
  expect(late.socket.connected).toBe(true);
  process.kill(await cluster.pidOf('edge'), 'SIGKILL');
  await until(
    'a new connection',
    () => watching.events.filter((event) => event.name === 'onlineUsers').length > 1 && connection.socket.connected,
  );
  await until('online after the edge', () => watching.socket.connected && watching.online().includes(learner._id));
});
