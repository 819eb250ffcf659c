// Managers’ calls about learners: lists, accounts, passwords, activation, removal, sessions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  Api,
  assign,
  firstManager,
  freshEmail,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  type Learner,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { failure, invalid, learnerShape, success, TIME, UUID } from '../../harness/expected.ts';
import { LiveConnection } from '../../harness/live.ts';
import { until } from '../../harness/until.ts';

const OTHER = 'Another-pass-1';
const UNKNOWN = '0192f0c1-2345-7abc-8def-0123456789ab';
const NO_SUCH_USER = 'The user could not be found.';

let cluster: Cluster;
let visitor: Api;
let manager: Api;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  visitor = new Api(cluster.url);
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
});

interface Page {
  message: string;
  result: Learner[];
  nextCursor?: string | null;
  total?: number;
}

const users = (body: object = {}) => manager.must<Page>('PUT', '/api/cm/user/fetch-users', body);
const one = async (email: string) => (await users({ search: email })).result.find((learner) => learner.email === email);
const info = (session: Api) => session.post<{ result: Learner }>('/api/user/fetch-info');
const login = (email: string, password = PASSWORD) => visitor.post('/api/auth/login', { email, password });

async function learnerWithSession(): Promise<{ learner: Learner; session: Api }> {
  const learner = await newLearner(manager);
  return { learner, session: await signIn(cluster.url, learner.email) };
}

test('an academy without learners says so', async () => {
  expect(await users()).toEqual({ message: 'No data found.', result: [] });
  expect(await users({ limit: 5 })).toEqual({ message: 'No data found.', result: [], nextCursor: null, total: 0 });
});

describe('a learner made by a manager', () => {
  test('is active and activated at once', async () => {
    const body = {
      email: ` ${freshEmail('Learner')} `,
      password: PASSWORD,
      fullname: ' هند ',
      phonenumber: ' +966500000000 ',
      address: ' الرياض ',
    };
    const made = await manager.post<{ result: Learner }>('/api/cm/user/create-user', body);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      message: 'Created Successfully',
      result: learnerShape({
        email: body.email.trim(),
        fullname: 'هند',
        phonenumber: '+966500000000',
        address: 'الرياض',
      }),
    });
    expect((await login(body.email.trim())).status).toBe(200);
    for (const email of [body.email, body.email.toUpperCase()]) {
      expect(await manager.post('/api/cm/user/create-user', { ...body, email })).toMatchObject(
        failure(409, 'email_taken', 'E-Mail address already exists!'),
      );
    }
  });

  test('needs neither phone nor address', async () => {
    const body = { email: freshEmail(), password: PASSWORD, fullname: 'بلا' };
    const made = await manager.must<{ result: Learner }>('POST', '/api/cm/user/create-user', body);
    expect(made.result).toMatchObject({ phonenumber: '', address: '' });
  });

  test('is created once, however many calls race', async () => {
    const body = { email: freshEmail(), password: PASSWORD, fullname: 'R' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => manager.post('/api/cm/user/create-user', body)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });
});

describe('changing a learner', () => {
  const change = (clientId: string, body: object) =>
    manager.put<{ result: Learner }>('/api/cm/user/update-user', { clientId, ...body });

  test('sets the given fields and leaves the others', async () => {
    const learner = await newLearner(manager);
    const email = freshEmail();
    const changed = await change(learner._id, { email, fullname: 'اسم آخر', phonenumber: '', password: '' });
    expect(changed).toMatchObject(success('User updated successfully'));
    expect(changed.body.result).toEqual({ ...learner, revision: 2, email, fullname: 'اسم آخر', phonenumber: '' });
    expect((await login(email)).status).toBe(200);
    expect((await login(learner.email)).status).toBe(401);
  });

  test('to an address in use is 409, to another spelling of its own is not', async () => {
    const [learner, other] = [await newLearner(manager), await newLearner(manager)];
    expect(await change(learner._id, { email: other.email.toUpperCase() })).toMatchObject(
      failure(409, 'email_taken', 'E-Mail address already exists!'),
    );
    expect((await change(learner._id, { email: learner.email.toUpperCase() })).body.result.email).toBe(
      learner.email.toUpperCase(),
    );
  });

  test('with a password ends the session, without one keeps it', async () => {
    const { learner, session } = await learnerWithSession();
    await change(learner._id, { address: 'الدمام', password: '' });
    expect((await info(session)).body.result.address).toBe('الدمام');
    await change(learner._id, { password: OTHER });
    expect(await info(session)).toMatchObject(failure(401, 'password_changed'));
    expect((await login(learner.email, OTHER)).status).toBe(200);
  });

  test('is found by the new name and no longer by the old one', async () => {
    const learner = await newLearner(manager, 'زرقاء اليمامة');
    await change(learner._id, { fullname: 'شجرة الدر' });
    expect((await users({ search: 'زرقاء' })).total).toBe(0);
    expect((await users({ search: 'شجره' })).result.map(({ _id }) => _id)).toEqual([learner._id]);
  });
});

test.each([
  ['update-user', { fullname: 'X' }],
  ['update-password', { password: OTHER }],
  ['update-activation', { active: false }],
  ['remove-user', {}],
  ['sign-out', {}],
] as const)('%s of an unknown learner is 404', async (call, body) => {
  for (const clientId of [UNKNOWN, 'x', "' OR 1=1 --"]) {
    expect(await manager.put(`/api/cm/user/${call}`, { clientId, ...body })).toMatchObject(
      failure(404, 'user_not_found', NO_SUCH_USER),
    );
  }
});

test('a password set by a manager ends the session', async () => {
  const { learner, session } = await learnerWithSession();
  const body = { clientId: learner._id, password: OTHER };
  expect(await manager.put('/api/cm/user/update-password', body)).toMatchObject(success('Password Changed'));
  expect(await info(session)).toMatchObject(failure(401, 'password_changed'));
  expect(await login(learner.email)).toMatchObject(failure(401, 'wrong_password'));
  expect((await login(learner.email, OTHER)).status).toBe(200);
});

describe('activation by a manager', () => {
  const activate = (clientId: string, active: boolean) =>
    manager.put<{ result: Learner }>('/api/cm/user/update-activation', { clientId, active });

  test('deactivating ends the session and prevents sign-in, activating allows it again', async () => {
    const { learner, session } = await learnerWithSession();
    const live = await new LiveConnection(cluster.url, session.token).connected();
    const off = await activate(learner._id, false);
    expect(off).toMatchObject(success('User updated successfully'));
    expect(off.body.result).toMatchObject({ _id: learner._id, active: false, activated: true });
    expect(await info(session)).toMatchObject(failure(401, 'deactivated'));
    expect((await live.got('logout')).args).toEqual([{ reason: 'deactivated' }]);
    live.close();
    expect(await login(learner.email)).toMatchObject(failure(403, 'account_inactive'));
    expect((await activate(learner._id, true)).body.result).toMatchObject({ active: true });
    // The old session remains ended.
    expect(await info(session)).toMatchObject(failure(401, 'deactivated'));
    expect((await login(learner.email)).status).toBe(200);
  });

  test('activating confirms an address that was never confirmed', async () => {
    const email = freshEmail();
    await visitor.must('PUT', '/api/auth/signup', { email, password: PASSWORD, fullname: 'زائر' });
    const learner = await one(email);
    expect(learner).toMatchObject({ active: true, activated: false });
    expect((await activate(learner?._id ?? '', false)).body.result).toMatchObject({ active: false, activated: false });
    expect(await login(email)).toMatchObject(failure(403, 'not_activated'));
    expect((await activate(learner?._id ?? '', true)).body.result).toMatchObject({ active: true, activated: true });
    expect((await login(email)).status).toBe(200);
  });
});

describe('removal', () => {
  test('removes sessions and assignments, and frees the address', async () => {
    const { learner, session } = await learnerWithSession();
    const course = await newCourse(manager, 'Left behind');
    await assign(manager, course._id, learner._id);
    const remove = () => manager.put('/api/cm/user/remove-user', { clientId: learner._id });
    expect(await remove()).toMatchObject(success('Deleted Successfully'));
    expect(await remove()).toMatchObject(failure(404, 'user_not_found', NO_SUCH_USER));
    expect(await info(session)).toMatchObject(failure(401, 'removed'));
    expect(await login(learner.email)).toMatchObject(failure(401, 'user_not_found'));
    await until('the end of the assignment', async () => {
      const { result } = await manager.must<{ result: object[] }>('POST', '/api/cm/user-course/fetch-users-course', {
        courseId: course._id,
      });
      return result.length === 0;
    });
    const body = { email: learner.email, password: OTHER, fullname: 'Again' };
    const again = await manager.must<{ result: Learner }>('POST', '/api/cm/user/create-user', body);
    expect(again.result._id).not.toBe(learner._id);
    expect((await login(learner.email)).status).toBe(401);
  });
});

describe('a learner’s sessions', () => {
  const sessionsOf = (clientId: string) =>
    manager.post<{ message: string; result: object[] }>('/api/cm/user/fetch-sessions', { clientId });

  test('are listed for managers, who may end them', async () => {
    const { learner, session } = await learnerWithSession();
    const live = await new LiveConnection(cluster.url, session.token).connected();
    const signOut = () => manager.put('/api/cm/user/sign-out', { clientId: learner._id });
    expect(await signOut()).toMatchObject(success('Signed out'));
    expect(await info(session)).toMatchObject(failure(401, 'signed_out_by_manager'));
    expect((await live.got('logout')).args).toEqual([{ reason: 'signed_out_by_manager' }]);
    live.close();
    // Without a session there is nothing to do, and the call succeeds.
    expect(await signOut()).toMatchObject(success('Signed out'));
    await signIn(cluster.url, learner.email);
    const common = {
      _id: expect.stringMatching(UUID),
      createdAt: expect.stringMatching(TIME),
      peer: '127.0.0.1',
      device: 'node',
      current: false,
    };
    expect((await sessionsOf(learner._id)).body).toEqual({
      message: 'Fetched Successfully',
      result: [
        { ...common, endedAt: null, reason: null, recentUntil: expect.stringMatching(TIME) },
        { ...common, endedAt: expect.stringMatching(TIME), reason: 'signed_out_by_manager', recentUntil: null },
      ],
    });
  });

  test('may be empty, and are 404 for an unknown learner', async () => {
    const learner = await newLearner(manager);
    expect((await sessionsOf(learner._id)).body).toEqual({ message: 'No data found.', result: [] });
    expect(await sessionsOf(UNKNOWN)).toMatchObject(failure(404, 'user_not_found', NO_SUCH_USER));
  });
});

describe('the online status', () => {
  const set = (userId: string, status: string) =>
    manager.put('/api/cm/user/update-status', { userId, status, socketId: 'x' });

  test('offline signs the live connection out; other words are 422', async () => {
    const { learner, session } = await learnerWithSession();
    const live = await new LiveConnection(cluster.url, session.token).connected();
    await until('online', async () => (await one(learner.email))?.status === 'online');
    expect((await one(learner.email))?.socketId).toBe(live.socket.id);
    expect(await set(learner._id, 'online')).toMatchObject(success('Updated Successfully'));
    expect(live.socket.connected).toBe(true);
    expect(await set(learner._id, 'away')).toMatchObject(invalid('status', 'invalid'));
    expect(await set(learner._id, 'offline')).toMatchObject(success('Updated Successfully'));
    await live.got('logout');
    await until('offline', async () => (await one(learner.email))?.status === 'offline');
    expect(await set(UNKNOWN, 'offline')).toMatchObject(failure(404, 'user_not_found', NO_SUCH_USER));
  });
});

describe('lists', () => {
  /** Creates learners with `mark` in their names, in this order. */
  async function made(names: readonly string[]): Promise<Learner[]> {
    const learners: Learner[] = [];
    for (const name of names) learners.push(await newLearner(manager, name));
    return learners;
  }
  const names = (page: Page) => page.result.map((learner) => learner.fullname);

  /** All pages, one after the other. */
  async function walk(query: object, limit: number): Promise<Learner[]> {
    const all: Learner[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await users({ ...query, limit, ...(cursor ? { cursor } : {}) });
      expect(page.result.length).toBeLessThanOrEqual(limit);
      all.push(...page.result);
      cursor = page.nextCursor;
    } while (cursor);
    return all;
  }

  test('without paging hold everybody by name, and nothing more', async () => {
    await made(['ياسمين', 'أنس', 'Bob', 'alice']);
    const whole = await users();
    expect(Object.keys(whole).sort()).toEqual(['message', 'result']);
    expect(whole.result.length).toBeGreaterThan(4);
    const mine = names(whole).filter((name) => ['ياسمين', 'أنس', 'Bob', 'alice'].includes(name));
    expect(mine).toEqual(['alice', 'Bob', 'أنس', 'ياسمين']);
  });

  test.each(['fullname', '-fullname', 'email', '-email', 'createdAt', '-createdAt', 'lastLogin', '-lastLogin'])(
    'sorted by %s page without a gap or a double',
    async (sort) => {
      const all = await walk({ sort }, 1000);
      const paged = await walk({ sort }, 3);
      expect(paged.map(({ _id }) => _id)).toEqual(all.map(({ _id }) => _id));
      expect(new Set(paged.map(({ _id }) => _id)).size).toBe((await users({ limit: 1 })).total);
      const backwards = await walk({ sort: sort.startsWith('-') ? sort.slice(1) : `-${sort}` }, 1000);
      expect(backwards.map(({ _id }) => _id).reverse()).toEqual(all.map(({ _id }) => _id));
      if (sort === 'createdAt') expect(all.map((l) => l.createdAt)).toEqual(all.map((l) => l.createdAt).toSorted());
    },
  );

  test('ignore Arabic letter forms, case, diacritics and kinds of digits in searches', async () => {
    await made(['أحمد الفارسي', 'احمد الغامدي', 'إيمان مصطفى', 'فاطمة الزهراء', 'مُحَمَّد يحيى', 'Zoë Ångström']);
    for (const [search, wanted] of [
      ['احمد', ['أحمد الفارسي', 'احمد الغامدي']],
      ['أحمد', ['أحمد الفارسي', 'احمد الغامدي']],
      ['أحـــمد', ['أحمد الفارسي', 'احمد الغامدي']],
      ['فارسي', ['أحمد الفارسي']],
      ['ايمان مصطفي', ['إيمان مصطفى']],
      ['فاطمه', ['فاطمة الزهراء']],
      ['محمد يحيي', ['مُحَمَّد يحيى']],
      ['zoe angstrom', ['Zoë Ångström']],
      ['ÅNG', ['Zoë Ångström']],
      ['احمد يحيى', []],
    ] as const) {
      const page = await users({ search, limit: 50 });
      expect([search, names(page).sort()]).toEqual([search, [...wanted].sort()]);
      expect(page).toMatchObject({ total: wanted.length, nextCursor: null });
    }
    const body = { email: freshEmail('Zaynab'), password: PASSWORD, fullname: 'زينب', phonenumber: '0559876543' };
    await manager.must('POST', '/api/cm/user/create-user', body);
    for (const search of ['zaynab', '0559876543', '٠٥٥٩٨٧٦٥٤٣', '876543', body.email]) {
      expect([search, names(await users({ search }))]).toEqual([search, ['زينب']]);
    }
  });

  test('find nothing by characters that are not letters, and everybody by an empty search', async () => {
    const everybody = (await users({ limit: 1 })).total;
    for (const search of ['', '   ']) expect((await users({ search })).total).toBe(everybody);
    for (const search of ['%', '_', '*', "'", '\\', '"x"', '%%%']) {
      expect([200, (await manager.put('/api/cm/user/fetch-users', { search })).status]).toEqual([200, 200]);
    }
    expect(await manager.put('/api/cm/user/fetch-users', { search: 'س'.repeat(201) })).toMatchObject(
      invalid('search', 'too_long'),
    );
  });

  test('say who is active and who is not', async () => {
    const [learner] = await made(['معطل']);
    await manager.must('PUT', '/api/cm/user/update-activation', { clientId: learner?._id, active: false });
    expect(names(await users({ search: 'معطل', active: false }))).toEqual(['معطل']);
    expect(names(await users({ search: 'معطل', active: true }))).toEqual([]);
    const all = (await users({ limit: 1 })).total ?? 0;
    const [on, off] = [(await users({ active: true })).total ?? 0, (await users({ active: false })).total ?? 0];
    expect(on + off).toBe(all);
    expect((await walk({ active: false }, 2)).every((entry) => !entry.active)).toBe(true);
  });

  test('have pages of fifty by default', async () => {
    expect((await users({ search: 'learner' })).result.length).toBeLessThanOrEqual(50);
    for (const limit of [0, -1, 1001, 2_000_000_000]) {
      expect(await manager.put('/api/cm/user/fetch-users', { limit })).toMatchObject(invalid('limit', 'out_of_range'));
    }
    for (const limit of [1.5, 3_000_000_000, '5']) {
      expect(await manager.put('/api/cm/user/fetch-users', { limit })).toMatchObject(failure(400, 'wrong_type'));
    }
  });

  test('refuse an unknown order, and a cursor of another order', async () => {
    for (const sort of ['password', 'password_hash', '--email', 'email desc', 'email; DROP TABLE learners']) {
      expect(await manager.put('/api/cm/user/fetch-users', { sort })).toMatchObject(invalid('sort', 'unknown'));
    }
    const { nextCursor } = await users({ limit: 1, sort: 'email' });
    for (const body of [
      { sort: 'fullname', cursor: nextCursor },
      { sort: '-email', cursor: nextCursor },
      { sort: 'email', cursor: `${nextCursor}x` },
      { sort: 'email', cursor: 'x' },
      { sort: 'email', cursor: 'x'.repeat(10_000) },
      { sort: 'email', cursor: btoa('1+\n0\n\n') },
    ]) {
      expect(await manager.put('/api/cm/user/fetch-users', body)).toMatchObject(invalid('cursor', 'invalid'));
    }
  });
});
