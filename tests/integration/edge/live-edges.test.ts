// Two edges with one presence: events at one reach the clients of the other.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, newLearner, signIn, type Learner } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { SecondEdge } from '../../harness/academies/edge.ts';
import { LiveConnection, TRANSPORT_ORDERS, type TransportOrder } from '../../harness/live.ts';
import { exchange, RawConnection } from '../../harness/raw.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster;
let second: SecondEdge;
let manager: Api;
const open: LiveConnection[] = [];

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  second = await SecondEdge.start(cluster);
  manager = (await firstManager(cluster.url)).api;
});

afterEach(() => {
  for (const connection of open.splice(0)) connection.close();
});

afterAll(async () => {
  await second?.stop();
  await cluster?.stop();
});

const connect = async (url: string, token: string | undefined, order?: TransportOrder): Promise<LiveConnection> => {
  const options = order ? { transports: [...order.transports], upgrade: order.upgrade } : {};
  const connection = new LiveConnection(url, token, options);
  open.push(connection);
  return connection.connected();
};

async function learnerWithSession(): Promise<{ learner: Learner; session: Api }> {
  const learner = await newLearner(manager);
  return { learner, session: await signIn(cluster.url, learner.email) };
}

describe.each(TRANSPORT_ORDERS)('over $name', (order) => {
  test('managers at either edge see the learners of both', async () => {
    const here = await learnerWithSession();
    const there = await learnerWithSession();
    const both = [here.learner._id, there.learner._id];
    const watching = [
      await connect(cluster.url, manager.token, order),
      await connect(second.url, manager.token, order),
    ];
    const connections = [
      await connect(cluster.url, here.session.token, order),
      await connect(second.url, there.session.token, order),
    ];
    for (const watcher of watching) {
      await until('both online', () => both.every((id) => watcher.online().includes(id)));
    }
    connections[1]?.close();
    for (const watcher of watching) {
      await until('one offline', () => !watcher.online().includes(there.learner._id));
      expect(watcher.online()).toContain(here.learner._id);
    }
    for (const [i, connection] of connections.entries()) {
      for (const event of connection.events)
        expect(event).toEqual({ name: 'onlineUsers', args: [[{ userId: both[i] }]] });
    }
  });

  test('a newer sign-in at one edge takes over from the connection at the other', async () => {
    const { learner, session } = await learnerWithSession();
    const connection = await connect(second.url, session.token, order);
    const elsewhere = new Api(second.url, session.token);
    expect((await elsewhere.post('/api/user/fetch-info')).status).toBe(200);
    let refusedByThen: Promise<number> | undefined;
    connection.socket.on('anotherDevice', () => {
      refusedByThen = elsewhere.post('/api/user/fetch-info').then((answer) => answer.status);
    });
    await signIn(cluster.url, learner.email);
    await connection.got('anotherDevice');
    expect(await refusedByThen).toBe(401);
    expect(connection.events.map((event) => event.name)).not.toContain('logout');
  });

  test('signing out at one edge, by oneself or by a manager, ends the connection at the other', async () => {
    const own = await learnerWithSession();
    const deactivated = await learnerWithSession();
    const sentAway = await learnerWithSession();
    const connections = [
      await connect(second.url, own.session.token, order),
      await connect(second.url, deactivated.session.token, order),
      await connect(second.url, sentAway.session.token, order),
    ];
    await own.session.must('POST', '/api/auth/logout');
    await manager.must('PUT', '/api/cm/user/update-activation', { clientId: deactivated.learner._id, active: false });
    const body = { userId: sentAway.learner._id, status: 'offline', socketId: connections[2]?.socket.id };
    await manager.must('PUT', '/api/cm/user/update-status', body);
    for (const connection of connections) {
      await connection.got('logout');
      await until('the end', () => !connection.socket.connected);
      expect(connection.events.map((event) => event.name)).not.toContain('anotherDevice');
    }
  });
});

test('the learners of an edge that dies are removed from the list at the other', async () => {
  const { learner, session } = await learnerWithSession();
  const dying = await SecondEdge.start(cluster);
  try {
    const watching = await connect(cluster.url, manager.token);
    await connect(dying.url, session.token);
    await until('online', () => watching.online().includes(learner._id));
    dying.kill();
    await until('offline', () => !watching.online().includes(learner._id));
  } finally {
    await dying.stop();
  }
});

test('an edge with few descriptors says so, refuses visitors in time, and keeps working', async () => {
  const small = await SecondEdge.start(cluster, { descriptors: 256 });
  const visitors: RawConnection[] = [];
  try {
    expect(small.lines.join('\n')).toMatch(/limit on open files is too low.*"limit":256/);
    const early = await RawConnection.open(small.port);
    visitors.push(early);
    const get = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
    let refused = 0;
    for (let i = 0; i < 256; ++i) {
      const visitor = await RawConnection.open(small.port);
      visitors.push(visitor);
      await visitor.send(get);
      const [answer] = await visitor.answers();
      if (answer?.status !== 200) {
        expect(answer?.status).toBe(503);
        expect(JSON.parse(answer?.body ?? '').code).toBe('too_many_connections');
        ++refused;
      }
    }
    expect(refused).toBeGreaterThan(0);
    // Services are still reached over existing connections.
    await early.send(
      `POST /api/cm/auth/check HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${manager.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    expect((await early.answers())[0]?.status).toBe(200);
    for (const visitor of visitors.splice(0)) visitor.destroy();
    await until('a place again', async () => (await exchange(small.port, get))[0]?.status === 200);
  } finally {
    for (const visitor of visitors) visitor.destroy();
    await small.stop();
  }
});
