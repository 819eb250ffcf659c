// Calls with an Idempotency-Key happen once, whatever becomes of their first answer.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  Api,
  assign,
  day,
  firstManager,
  freshEmail,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  signInManager,
  type Answer,
  type Assignment,
  type Course,
  type Learner,
} from '../../harness/api.ts';
import { newManager } from '../../harness/authorization/prepared.ts';
import { Cluster, type ProcessName } from '../../harness/cluster.ts';
import { sql, storedBy } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster;
let manager: Api;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
});

const person = (email = freshEmail()) => ({
  email,
  password: PASSWORD,
  fullname: 'متعلم',
  phonenumber: '',
  address: '',
});

const create = (body: object, key?: string, by = manager) =>
  by.call<{ result: Learner }>('POST', '/api/cm/user/create-user', body, key);

async function learnersWith(email: string): Promise<Learner[]> {
  const { result } = await manager.must<{ result: Learner[] }>('PUT', '/api/cm/user/fetch-users', { search: email });
  return result;
}

const isReplayed = (answer: Answer<object>) => answer.headers.get('idempotency-replayed') === 'true';

/** Asks again as the answers say until one is final. */
async function untilAnswered<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  return until('a final answer', async () => {
    const answer = await ask();
    return answer.status === 504 || answer.status === 503 || answer.body.code === 'in_progress' ? undefined : answer;
  });
}

describe('a call asked twice', () => {
  test('makes one learner and gets the same answer, also after a restart', async () => {
    const body = person();
    const key = randomUUID();
    const first = await create(body, key);
    expect(first.status).toBe(201);
    expect(isReplayed(first)).toBe(false);
    const second = await create(body, key);
    expect(second.status).toBe(201);
    expect(isReplayed(second)).toBe(true);
    expect(second.body).toEqual(first.body);

    await cluster.restart('auth');
    const third = await create(body, key);
    expect(isReplayed(third)).toBe(true);
    expect(third.body).toEqual(first.body);
    expect(await learnersWith(body.email)).toHaveLength(1);
  });

  test('without a key is done as ever', async () => {
    const body = person();
    expect((await create(body)).status).toBe(201);
    expect((await create(body)).body.code).toBe('email_taken');
  });

  test('with another body is refused', async () => {
    const key = randomUUID();
    expect((await create(person(), key)).status).toBe(201);
    const other = person();
    const answer = await create(other, key);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('idempotency_key_reused');
    expect(await learnersWith(other.email)).toEqual([]);
  });

  test('by another manager is another call', async () => {
    const key = randomUUID();
    const second = await newManager(manager);
    const other = await signInManager(cluster.url, second.email);
    expect((await create(person(), key)).status).toBe(201);
    const answer = await create(person(), key, other);
    expect(answer.status).toBe(201);
    expect(isReplayed(answer)).toBe(false);
  });

  test('with the key of another call is its own', async () => {
    const key = randomUUID();
    expect((await create(person(), key)).status).toBe(201);
    const form = new FormData();
    form.set('title', 'Keys');
    form.set('description', 'x');
    const course = await manager.call('PUT', '/api/cm/course/create-course', form, key);
    expect(course.status).toBe(201);
    expect(isReplayed(course)).toBe(false);
  });

  test('after a refusal is tried again', async () => {
    const taken = person();
    expect((await create(taken)).status).toBe(201);
    const key = randomUUID();
    const refused = await create(taken, key);
    expect(refused.body.code).toBe('email_taken');
    const [learner] = await learnersWith(taken.email);
    await manager.must('PUT', '/api/cm/user/remove-user', { clientId: learner?._id });
    const again = await create(taken, key);
    expect(again.status).toBe(201);
    expect(isReplayed(again)).toBe(false);
  });

  test.each(['short', 'x'.repeat(65), 'with a blank', 'dots.are.none'])(
    'with the key %j is unreadable',
    async (key) => {
      const body = person();
      const answer = await create(body, key);
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe('idempotency_key_invalid');
      expect(await learnersWith(body.email)).toEqual([]);
    },
  );

  test('that only reads ignores its key', async () => {
    const answer = await manager.call('POST', '/api/cm/course/fetch-courses', {}, 'short');
    expect(answer.status).toBe(200);
  });
});

describe('sign-in', () => {
  test('returns the same session again, and ends none', async () => {
    const { email } = await newLearner(manager);
    const key = randomUUID();
    const visitor = new Api(cluster.url);
    const login = () =>
      visitor.call<{ clientToken: string }>('POST', '/api/auth/login', { email, password: PASSWORD }, key);
    const first = await login();
    const second = await login();
    expect(isReplayed(second)).toBe(true);
    expect(second.body).toEqual(first.body);
    const session = visitor.with(first.body.clientToken);
    expect((await session.post('/api/user/fetch-info')).status).toBe(200);

    // Another device takes over; the repetition takes nothing back.
    const other = await signIn(cluster.url, email);
    expect((await login()).body).toEqual(first.body);
    expect((await session.post('/api/user/fetch-info')).body.code).toBe('signed_in_elsewhere');
    expect((await other.post('/api/user/fetch-info')).status).toBe(200);
  });

  test('with a wrong password is refused each time, and counts each time', async () => {
    const { email, _id } = await newLearner(manager);
    const key = randomUUID();
    const visitor = new Api(cluster.url);
    for (let tries = 0; tries < 2; ++tries) {
      const answer = await visitor.call('POST', '/api/auth/login', { email, password: 'Wrong-pass-1' }, key);
      expect(answer.status).toBe(401);
      expect(isReplayed(answer)).toBe(false);
    }
    const failed = await manager.must<{ result: object[] }>('POST', '/api/cm/audit/fetch-events', {
      subjectId: _id,
      action: 'learner.sign_in_failed',
    });
    expect(failed.result).toHaveLength(2);
  });

  test('leaves no token in the database', async () => {
    const { email } = await newLearner(manager);
    const answer = await new Api(cluster.url).call<{ clientToken: string }>(
      'POST',
      '/api/auth/login',
      { email, password: PASSWORD },
      randomUUID(),
    );
    const [row] = await sql(cluster.data, 'auth', 'SELECT COUNT(*) AS kept FROM idempotent_calls');
    expect(Number(row?.['kept'])).toBeGreaterThan(0);
    expect(await storedBy(cluster.data, 'auth')).not.toContain(answer.body.clientToken);
  });
});

/** Freezes a service, so that the edge answers 504 to `ask`, resumes it, and asks until there is an answer. */
async function acrossTimeout<T>(name: ProcessName, ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const pid = await cluster.pidOf(name);
  await cluster.freeze(pid);
  try {
    const answer = await ask();
    expect([503, 504]).toContain(answer.status);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await cluster.ready();
  return untilAnswered(ask);
}

describe('a call that was answered 504', () => {
  test('makes one learner when it is asked again', async () => {
    const body = person();
    const key = randomUUID();
    const answer = await acrossTimeout('auth', () => create(body, key));
    expect(answer.status).toBe(201);
    expect(await learnersWith(body.email)).toHaveLength(1);
    expect((await create(body, key)).body).toEqual(answer.body);
  });

  test('makes one course when it is asked again', async () => {
    const key = randomUUID();
    const title = `Once ${key}`;
    const answer = await acrossTimeout('catalog', () => {
      const form = new FormData();
      form.set('title', title);
      form.set('description', 'x');
      return manager.call('PUT', '/api/cm/course/create-course', form, key);
    });
    expect(answer.status).toBe(201);
    const { result } = await manager.must<{ result: Course[] }>('POST', '/api/cm/course/fetch-courses');
    expect(result.filter((course) => course.title === title)).toHaveLength(1);
  });

  test('extends a course once when it is asked again', async () => {
    const course = await newCourse(manager, 'Extended');
    const learner = await newLearner(manager);
    const before = await assign(manager, course._id, learner._id);
    const key = randomUUID();
    const answer = await acrossTimeout('enrollment', () =>
      manager.call('PUT', '/api/cm/user-course/extend-course', { courseId: course._id, days: 7 }, key),
    );
    expect(answer.status).toBe(200);
    const repeated = await manager.call(
      'PUT',
      '/api/cm/user-course/extend-course',
      { courseId: course._id, days: 7 },
      key,
    );
    expect(isReplayed(repeated)).toBe(true);
    const { result } = await manager.must<{ result: Assignment[] }>('POST', '/api/cm/user-course/fetch-users-course', {
      courseId: course._id,
    });
    const days = (Date.parse(result[0]?.expiryDate ?? '') - Date.parse(before.expiryDate)) / 86_400_000;
    expect(days).toBe(7);
  });
});

test('a service that is killed again and again makes each learner once', async () => {
  const bodies = Array.from({ length: 60 }, () => person());
  let answered = 0;
  const killing = (async () => {
    for (const enough of [5, 20, 35, 50]) {
      await until('answers', () => answered >= enough);
      await cluster.restart('auth');
    }
  })();
  const made = await Promise.all(
    bodies.map(async (body) => {
      const key = randomUUID();
      const answer = await untilAnswered(() => create(body, key));
      ++answered;
      return answer;
    }),
  );
  await killing;
  expect(made.map(({ status }) => status)).toEqual(bodies.map(() => 201));
  for (const [index, body] of bodies.entries()) {
    const found = await learnersWith(body.email);
    expect(found.map(({ _id }) => _id)).toEqual([made[index]?.body.result._id]);
  }
});

test('calls of one key at once happen once, and the others are told to wait', async () => {
  const body = person();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 6 }, () => create(body, key)));
  const done = answers.filter(({ status }) => status === 201);
  const waiting = answers.filter(({ status }) => status !== 201);
  expect(done.length).toBeGreaterThan(0);
  expect(done.filter((answer) => !isReplayed(answer))).toHaveLength(1);
  for (const answer of waiting) {
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('in_progress');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await untilAnswered(() => create(body, key))).body.result._id).toBe(done[0]?.body.result._id);
  expect(await learnersWith(body.email)).toHaveLength(1);
});

test('a page of a course’s learners is answered again after an assignment too', async () => {
  const course = await newCourse(manager, 'Paged');
  const learner = await newLearner(manager);
  const body = {
    courseId: course._id,
    userIds: [learner._id],
    startDate: day(0),
    expiryDate: day(5),
    limit: 10,
  };
  const key = randomUUID();
  const ask = () => manager.call<{ result: Assignment[] }>('PUT', '/api/cm/user-course/assign-user-course', body, key);
  const first = await ask();
  expect(first.body.result).toHaveLength(1);
  const second = await ask();
  expect(isReplayed(second)).toBe(true);
  expect(second.body).toEqual(first.body);
});

test('signing somebody out of the live connection leaves one event, even if its answer was not stored', async () => {
  const data = await mkdtemp(join(tmpdir(), 'academy-'));
  let own = await Cluster.start({ data, flags: ['--bot-check', 'off'] });
  try {
    const first = (await firstManager(own.url)).api;
    const learner = await newLearner(first);
    const key = randomUUID();
    const ask = () => {
      const body = { userId: learner._id, status: 'offline', socketId: '' };
      return new Api(own.url, first.token).call('PUT', '/api/cm/user/update-status', body, key);
    };
    expect((await ask()).status).toBe(200);
    expect(isReplayed(await ask())).toBe(true);
    await own.stop();
    // As if presence had been killed before it stored the answer.
    await sql(data, 'presence', 'DELETE FROM idempotent_calls');
    own = await Cluster.start({ data, flags: ['--bot-check', 'off'] });
    const again = await ask();
    expect(again.status).toBe(200);
    expect(isReplayed(again)).toBe(false);
    const { result } = await new Api(own.url, first.token).must<{ result: object[] }>(
      'POST',
      '/api/cm/audit/fetch-events',
      { subjectId: learner._id, action: 'learner.live_signed_out' },
    );
    expect(result).toHaveLength(1);
  } finally {
    await own.stop();
    await rm(data, { recursive: true, force: true });
  }
});
