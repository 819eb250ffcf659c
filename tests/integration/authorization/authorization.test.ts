// The authorisation matrix: every row of the edge's route table, called by every kind of caller.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { Api, assign, newCourse, newLearner, signIn, signInManager, type Learner } from '../../harness/api.ts';
import { aged, formerly, present, strangers, type Bearer } from '../../harness/authorization/bearers.ts';
import { CALLS, NEEDS_RECENT } from '../../harness/authorization/calls.ts';
import { newManager, type World } from '../../harness/authorization/prepared.ts';
import type { Cluster } from '../../harness/cluster.ts';
import { LiveConnection } from '../../harness/live.ts';
import { ask, expectRefusal, makeRequest } from '../../harness/authorization/matrix.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { nameOf, readRoutes, type Route } from '../../harness/authorization/routes.ts';
import { ageSessions, sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';
import { openWorld, type OpenWorld } from '../../harness/authorization/world.ts';

const ROUTES = readRoutes();
const DAY_MS = 24 * 3600 * 1000;

let open: OpenWorld;
let media: MediaFolder;
let cluster: Cluster;
let world: World;
let bearers: Bearer[];
/** Another learner of the course, whose data the first one must not reach. */
let other: { learner: Learner; session: Api };
/** Signed in more than a quarter of an hour ago. */
let older: { manager: Api; learner: Api };
let cells = 0;
const live: LiveConnection[] = [];

beforeAll(async () => {
  media = await MediaFolder.create();
  const old: Bearer[] = [];
  let olderLearner: Learner | undefined;
  open = await openWorld({
    async before({ api, url }) {
      const record = await newManager(api);
      const eightHours = await signInManager(url, record.email);
      await eightHours.must('POST', '/api/cm/auth/check');
      const learners = await Promise.all([newLearner(api), newLearner(api)]);
      const [away, longAgo] = await Promise.all(learners.map(({ email }) => signIn(url, email)));
      old.push(
        aged('a manager after eight hours', eightHours.token ?? '', 'expired'),
        aged('a learner after fourteen days without use', away?.token ?? '', 'idle'),
        aged('a learner after ninety days', longAgo?.token ?? '', 'expired'),
      );
      const olderManager = await newManager(api);
      olderLearner = await newLearner(api);
      older = {
        manager: await signInManager(url, olderManager.email),
        learner: await signIn(url, olderLearner.email),
      };
      const people = [olderManager._id, olderLearner._id];
      const grow = `UPDATE sessions SET expires_at = created_at + 1 WHERE user_id = '${record._id}';
        UPDATE sessions SET last_used_at = created_at - ${14 * DAY_MS} WHERE user_id = '${learners[0]._id}';
        UPDATE sessions SET created_at = created_at - ${90 * DAY_MS} WHERE user_id = '${learners[1]._id}'`;
      return async (data) => {
        await sql(data, 'auth', grow);
        await ageSessions(data, people);
      };
    },
    async video(manager) {
      const { _id } = await readyAsset(manager, await media.mp4('lesson.mp4', 6));
      return { assetId: _id, dress: (course) => setVideos(manager, course, [_id]) };
    },
  });
  ({ cluster, world } = open);
  const { manager } = world;
  // The second start has another address.
  older = { manager: manager.with(older.manager.token ?? ''), learner: manager.with(older.learner.token ?? '') };
  await assign(manager, world.course._id, olderLearner?._id ?? '');
  const theirs = await newLearner(manager);
  await assign(manager, world.course._id, theirs._id);
  other = { learner: theirs, session: await signIn(cluster.url, theirs.email) };
  bearers = [
    ...strangers(manager.token ?? '', await cluster.credential()),
    ...old,
    ...(await formerly(cluster.url, manager)),
    ...present(manager, world.learner),
  ];
});

afterEach(() => {
  for (const connection of live.splice(0)) connection.close();
});

afterAll(async () => {
  console.info(`authorization matrix: ${cells} cells over ${ROUTES.length} calls`);
  await open?.close();
  await media?.remove();
});

/** A cell of the matrix as one line, so that a row's differences are shown together. */
function line(bearer: Bearer, status: number, code: string | undefined): string {
  ++cells;
  return `${bearer.name}: ${status}${code === undefined ? '' : ` ${code}`}`;
}

test('the calls with requests here are exactly those of the route table', () => {
  expect(Object.keys(CALLS).sort()).toEqual(ROUTES.map(nameOf).sort());
});

describe('calls of managers and learners accept only the right caller', () => {
  const rows = ROUTES.filter((route) => route.access !== 'public').map((route) => ({ name: nameOf(route), route }));
  test.each(rows)('$name', async ({ route }) => {
    const request = await makeRequest(world, route);
    const wanted: string[] = [];
    const got: string[] = [];
    for (const bearer of bearers) {
      const refusal = bearer[route.access as 'manager' | 'learner'];
      if (refusal === null) continue;
      const answer = await ask(cluster.url, route, request, bearer.headers, bearer.query);
      expectRefusal(answer, route.verb);
      wanted.push(line(bearer, refusal.status, route.verb === 'HEAD' ? undefined : refusal.code));
      got.push(`${bearer.name}: ${answer.status}${answer.body.code === undefined ? '' : ` ${answer.body.code}`}`);
    }
    expect(got).toEqual(wanted);

    // Last, so that it also shows that none of the others did anything.
    const caller = request.caller ?? (route.access === 'manager' ? world.manager : world.learner);
    const right = await ask(cluster.url, route, request, { authorization: `Bearer ${caller.token}` });
    ++cells;
    expect(right.body.code).toBeUndefined();
    expect(right.status).toBe(request.status ?? route.success);
  });
});

describe('an older session hands no account over, and does everything else', () => {
  const rows = ROUTES.filter((route) => route.access !== 'public').map((route) => ({ name: nameOf(route), route }));
  test.each(rows)('$name', async ({ name, route }) => {
    const request = await makeRequest(world, route);
    const needed = NEEDS_RECENT.includes(name);
    // A session of its own that the call uses up is a fresh one.
    if (!needed && request.caller !== undefined) return;
    const caller = route.access === 'manager' ? older.manager : older.learner;
    const answer = await ask(cluster.url, route, request, { authorization: `Bearer ${caller.token}` });
    ++cells;
    if (needed) {
      expectRefusal(answer, route.verb);
      expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication_required']);
    } else {
      expect(answer.body.code).toBeUndefined();
      expect(answer.status).toBe(request.status ?? route.success);
    }
  });
});

describe('public calls answer everybody alike', () => {
  const rows = ROUTES.filter((route) => route.access === 'public').map((route) => ({ name: nameOf(route), route }));
  test.each(rows)('$name', async ({ route }) => {
    const wanted: string[] = [];
    const got: string[] = [];
    for (const bearer of bearers) {
      const request = await makeRequest(world, route);
      const { status, body } = await ask(cluster.url, route, request, bearer.headers, bearer.query);
      wanted.push(line(bearer, request.status ?? route.success, undefined));
      // An address may send ten messages an hour, whoever the caller is.
      const counted = route.path === '/api/public/contact' && status === 429 && got.length >= 10;
      got.push(`${bearer.name}: ${counted ? route.success : status}`);
      if (route.path !== '/api/auth/trylogin') continue;
      expect(body, bearer.name).toMatchObject(
        bearer.learner === null ? { status: true } : { status: false, code: bearer.learner.code },
      );
    }
    expect(got).toEqual(wanted);
  });
});

test('a method named in a header needs the same token as the method itself', async () => {
  const post = ROUTES.find((route) => nameOf(route) === 'POST /api/cm/media/uploads') as Route;
  for (const method of ['PATCH', 'DELETE']) {
    const request = await makeRequest(
      world,
      ROUTES.find((route) => nameOf(route) === `${method} ${post.path}`) as Route,
    );
    const headers = { ...request.headers, 'x-http-method-override': method };
    for (const bearer of bearers) {
      if (bearer.manager === null) continue;
      const answer = await ask(cluster.url, post, { ...request, headers }, bearer.headers, bearer.query);
      ++cells;
      expect([bearer.name, answer.status, answer.body.code]).toEqual([
        bearer.name,
        bearer.manager.status,
        bearer.manager.code,
      ]);
    }
  }
});

test('the authorization scheme is case-insensitive', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    const headers = { authorization: `${scheme} ${world.learner.token}` };
    ++cells;
    expect((await fetch(`${cluster.url}/api/user/fetch-info`, { method: 'POST', headers })).status, scheme).toBe(200);
  }
});

describe('a learner and another learner’s data', () => {
  const progressOf = async (session: Api) =>
    (await session.must<{ result: { progress: unknown }[] }>('POST', '/api/user-course/fetch-courses')).result.map(
      (entry) => entry.progress,
    );

  test('the other’s course is not found, and its progress is unchanged', async () => {
    const course = await newCourse(world.manager, 'Theirs', ['one']);
    await assign(world.manager, course._id, other.learner._id);
    const before = await progressOf(other.session);
    const partId = course.parts[0]?._id;
    const body = { courseId: course._id, partId, position: 1, watched: [[0, 1]] };
    for (const [path, answer] of [
      ['fetch-course', await world.learner.post('/api/user-course/fetch-course', body)],
      ['update-progress', await world.learner.put('/api/user-course/update-progress', body)],
    ] as const) {
      ++cells;
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'assignment_not_found']);
    }
    const { result } = await world.learner.must<{ result: { courseId: string }[] }>(
      'POST',
      '/api/user-course/fetch-courses',
    );
    expect(result.map((assignment) => assignment.courseId)).not.toContain(course._id);
    expect(await progressOf(other.session)).toEqual(before);
  });

  test('naming the other learner in a request does not change whom it is for', async () => {
    const theirs = { clientId: other.learner._id, userId: other.learner._id, _id: other.learner._id };
    const partId = world.course.parts[0]?._id;
    const before = await progressOf(other.session);
    const info = await world.learner.must<{ result: Learner }>('POST', '/api/user/fetch-info', theirs);
    expect(info.result._id).toBe(world.learnerRecord._id);
    const updated = await world.learner.must<{ result: Learner }>('POST', '/api/user/update-user', {
      ...theirs,
      fullname: 'مهاجم',
      email: 'attacker@academy.test',
      active: true,
    });
    expect(updated.result).toMatchObject({ _id: world.learnerRecord._id, email: world.learnerRecord.email });
    const list = await world.learner.must<{ result: { clientId: string }[] }>(
      'POST',
      '/api/user-course/fetch-courses',
      theirs,
    );
    expect(new Set(list.result.map((assignment) => assignment.clientId))).toEqual(new Set([world.learnerRecord._id]));
    const body = { ...theirs, courseId: world.course._id, partId, position: 2, watched: [[0, 2]] };
    await world.learner.must('PUT', '/api/user-course/update-progress', body);
    await world.learner.must('POST', '/api/auth/trylogin', theirs);
    cells += 5;
    expect(await progressOf(other.session)).toEqual(before);
    const { result } = await other.session.must<{ result: Learner }>('POST', '/api/user/fetch-info');
    expect(result).toMatchObject({ email: other.learner.email, fullname: other.learner.fullname });
  });

  test('the other’s session is not found, and continues', async () => {
    const sessionIds = async (session: Api) =>
      (await session.must<{ result: { _id: string }[] }>('POST', '/api/user/fetch-sessions')).result.map(
        (session) => session._id,
      );
    const [theirs = ''] = await sessionIds(other.session);
    expect(await sessionIds(world.learner)).not.toContain(theirs);
    const answer = await world.learner.put('/api/user/end-session', { sessionId: theirs });
    ++cells;
    expect(answer).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
    await other.session.must('POST', '/api/user/fetch-info');

    const second = await signInManager(cluster.url, (await newManager(world.manager)).email);
    const managers = await second.must<{ result: { _id: string }[] }>('POST', '/api/cm/auth/fetch-sessions');
    for (const sessionId of [managers.result[0]?._id, theirs]) {
      ++cells;
      expect(await world.manager.put('/api/cm/auth/end-session', { sessionId })).toMatchObject({
        status: 404,
        body: { code: 'session_not_found' },
      });
    }
    await second.must('POST', '/api/cm/auth/check');
    await other.session.must('POST', '/api/user/fetch-info');
  });

  test('a session’s id is not a token', async () => {
    const [row] = await sqlOfRunning(`SELECT id, token_hash FROM sessions WHERE user_id = '${other.learner._id}'`);
    for (const token of [row?.['id'], row?.['token_hash']]) {
      ++cells;
      expect(await world.learner.with(String(token)).post('/api/user/fetch-info')).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      });
    }
  });

  // Reading beside a running academy is harmless.
  const sqlOfRunning = (text: string) => sql(cluster.data, 'auth', text);
});

describe('the live connection', () => {
  const connect = (auth: object, transport: 'polling' | 'websocket') => {
    const connection = new LiveConnection(cluster.url, undefined, { auth, transports: [transport], upgrade: false });
    live.push(connection);
    return connection;
  };

  test.each(['polling', 'websocket'] as const)('over %s accepts only active sessions', async (transport) => {
    for (const bearer of bearers) {
      if (bearer.token === undefined) continue;
      const connection = connect({ token: bearer.token }, transport);
      ++cells;
      if (bearer.manager === null || bearer.learner === null) {
        await connection.connected();
      } else {
        await until(`the refusal of ${bearer.name}`, () => connection.errors.length > 0);
        expect([bearer.name, ...connection.codes]).toEqual([bearer.name, bearer.manager.code]);
        expect(connection.errors[0]).toMatch(/\S/);
        expect(connection.events).toEqual([]);
      }
      connection.close();
    }
  });

  test.each([{}, { token: '' }, { token: null }, { token: 7 }, { token: ['x'] }, { token: { token: 'x' } }])(
    'refuses %j',
    async (auth) => {
      for (const transport of ['polling', 'websocket'] as const) {
        const connection = connect(auth, transport);
        await until('the refusal', () => connection.errors.length > 0);
        ++cells;
        expect(connection.codes).toEqual(['unauthenticated']);
      }
    },
  );
});
