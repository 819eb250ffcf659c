// The authorisation matrix of managers' roles: every row of the edge's route table, called by a manager of each role,
// and changes of roles.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newLearner, signInManager, type Api, type Role } from '../../harness/api.ts';
import { ofEachRole } from '../../harness/authorization/bearers.ts';
import { newManager, type World } from '../../harness/authorization/prepared.ts';
import type { Cluster } from '../../harness/cluster.ts';
import { LiveConnection } from '../../harness/live.ts';
import { ask, expectRefusal, makeRequest } from '../../harness/authorization/matrix.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { mayCall, nameOf, readRoutes } from '../../harness/authorization/routes.ts';
import { until } from '../../harness/until.ts';
import { openWorld, type OpenWorld } from '../../harness/authorization/world.ts';

const ROUTES = readRoutes();

let open: OpenWorld;
let media: MediaFolder;
let cluster: Cluster;
let world: World;
let roles: { role: Role; session: Api }[];
let cells = 0;

beforeAll(async () => {
  media = await MediaFolder.create();
  open = await openWorld({
    async video(manager) {
      const { _id } = await readyAsset(manager, await media.mp4('lesson.mp4', 6));
      return { assetId: _id, dress: (course) => setVideos(manager, course, [_id]) };
    },
  });
  ({ cluster, world } = open);
  roles = await ofEachRole(cluster.url, world.manager);
});

afterAll(async () => {
  console.info(`authorization matrix of roles: ${cells} cells over ${ROUTES.length} calls`);
  await open?.close();
  await media?.remove();
});

// At once, because most of a row's time is spent waiting for passwords to be hashed.
describe.concurrent('a manager may do what the role allows, and nothing else', () => {
  const rows = ROUTES.map((route) => ({ name: nameOf(route), route }));
  test.each(rows)('$name', async ({ route }) => {
    const wanted: string[] = [];
    const got: string[] = [];
    const counted = (role: Role, status: number, code?: string) => {
      ++cells;
      return `${role}: ${status} ${code ?? ''}`;
    };
    for (const { role, session } of roles) {
      const allowed = route.access === 'public' || mayCall(role, route);
      const request = await makeRequest({ ...world, role }, route);
      const caller = (allowed && route.access === 'manager' && request.caller) || session;
      const answer = await ask(cluster.url, route, request, { authorization: `Bearer ${caller.token}` });
      // An address may send ten messages an hour, whoever the caller is.
      const limited = route.path === '/api/public/contact' && answer.status === 429;
      got.push(`${role}: ${limited ? route.success : answer.status} ${limited ? '' : (answer.body.code ?? '')}`);
      if (allowed) {
        const status = request.status ?? route.success;
        wanted.push(counted(role, status, status < 400 && !answer.body.code ? '' : answer.body.code));
      } else {
        expectRefusal(answer, route.verb);
        const code = route.access === 'manager' ? 'role_not_allowed' : 'forbidden';
        wanted.push(counted(role, 403, route.verb === 'HEAD' ? '' : code));
      }
    }
    expect(got).toEqual(wanted);
  });
});

describe('a change of role counts at once', () => {
  const setRole = (userId: string, role: string) => world.manager.put('/api/cm/manager/update-role', { userId, role });

  test('in sessions that are open', async () => {
    const { _id, email } = await newManager(world.manager, undefined, 'support');
    const session = await signInManager(cluster.url, email);
    const calls = {
      support: () => session.post('/api/cm/course/fetch-courses'),
      manager: () => session.post('/api/cm/audit/fetch-events', { limit: 1 }),
      owner: () => session.post('/api/cm/manager/fetch-managers'),
    };
    const order: Role[] = ['support', 'manager', 'owner'];
    for (const role of ['support', 'manager', 'owner', 'support', 'owner', 'manager'] as const) {
      expect(await setRole(_id, role)).toMatchObject({ status: 200, body: { result: { _id, role } } });
      for (const least of order) {
        const answer = await calls[least]();
        ++cells;
        const allowed = order.indexOf(role) >= order.indexOf(least);
        expect([role, least, answer.status, answer.body.code]).toEqual(
          allowed ? [role, least, 200, undefined] : [role, least, 403, 'role_not_allowed'],
        );
      }
    }
  });

  test('but not over another owner’s, which was not seen', async () => {
    const { _id: userId } = await newManager(world.manager, undefined, 'manager');
    const set = (role: string, seenRole?: string) =>
      world.manager.put('/api/cm/manager/update-role', { userId, role, ...(seenRole && { seenRole }) });
    expect((await set('support', 'manager')).status).toBe(200);
    expect(await set('owner', 'manager')).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', result: { _id: userId, role: 'support' } },
    });
    expect((await set('support', 'manager')).status).toBe(200);
    expect((await set('owner', 'support')).body).toMatchObject({ result: { role: 'owner' } });
    expect((await set('manager')).body).toMatchObject({ result: { role: 'manager' } });
  });

  test('in the address of a preview', async () => {
    const { _id, email } = await newManager(world.manager, undefined, 'manager');
    const session = await signInManager(cluster.url, email);
    const { result } = await session.must<{ result: { hls: string } }>('POST', '/api/cm/media/fetch-preview', {
      assetId: world.assetId,
    });
    const look = async () => (await fetch(new URL(result.hls, cluster.url))).status;
    expect(await look()).toBe(200);
    await setRole(_id, 'support');
    expect(await look()).toBe(403);
    await setRole(_id, 'manager');
    expect(await look()).toBe(200);
    cells += 3;
  });

  test('and of owners who lower each other at once one remains', async () => {
    const [one, two] = await ofEachRole(cluster.url, world.manager).then(async ([, , owner]) => {
      const { _id, email } = await newManager(world.manager);
      const own = await owner?.session.must<{ result: { _id: string } }>('POST', '/api/cm/auth/check');
      return [
        { _id: own?.result._id ?? '', session: owner?.session as Api },
        { _id, session: await signInManager(cluster.url, email) },
      ] as const;
    });
    const lower = (by: { session: Api }, whom: { _id: string }) =>
      by.session.put('/api/cm/manager/update-role', { userId: whom._id, role: 'support' });
    const answers = await Promise.all([lower(one, two), lower(two, one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    cells += 2;
  });
});

test('support removes no learners together, whatever else it does to many', async () => {
  const support = roles.find(({ role }) => role === 'support')?.session as Api;
  const clientIds = [(await newLearner(world.manager))._id];
  for (const action of ['deactivate', 'activate', 'sign-out']) {
    expect(await support.post('/api/cm/user/bulk-change', { clientIds, action })).toMatchObject({ status: 200 });
  }
  expect(await support.post('/api/cm/user/bulk-change', { clientIds, action: 'remove' })).toMatchObject({
    status: 403,
    body: { code: 'role_not_allowed' },
  });
  cells += 4;
  expect(await support.post('/api/cm/user/fetch-user', { clientId: clientIds[0] })).toMatchObject({ status: 200 });
});

test('tells managers of every role who is online', async () => {
  for (const { role, session } of roles) {
    const auth = { token: session.token ?? '' };
    const connection = new LiveConnection(cluster.url, undefined, { auth, transports: ['websocket'], upgrade: false });
    await connection.connected();
    await until(`the list for ${role}`, () => connection.events.length > 0);
    ++cells;
    connection.close();
  }
});
