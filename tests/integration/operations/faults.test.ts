// Services that hang (SIGSTOP) or are down: how their calls are answered, and that the others keep working.
// tests/bench/faults.mjs measures how fast.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, assign, firstManager, newCourse, newLearner, PASSWORD, signIn, type Answer } from '../../harness/api.ts';
import { Cluster, isAlive, type ProcessName } from '../../harness/cluster.ts';
import { until } from '../../harness/until.ts';

type Service = Exclude<ProcessName, 'edge'>;

let cluster: Cluster;
let visitor: Api;
let manager: Api;
let learner: Api;
let email: string;
let courseId: string;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  visitor = new Api(cluster.url);
  manager = (await firstManager(cluster.url)).api;
  const person = await newLearner(manager);
  email = person.email;
  courseId = (await newCourse(manager, 'Faults', ['One']))._id;
  await assign(manager, courseId, person._id);
  learner = await signIn(cluster.url, email);
  await healthy();
});

afterAll(async () => {
  await cluster?.stop();
});

// Each call with the services that it needs. A cached session needs no call, so auth is not among them.
const CALLS: readonly { name: string; needs: readonly Service[]; call: () => Promise<Answer<object>> }[] = [
  { name: 'learners', needs: ['auth'], call: () => manager.put('/api/cm/user/fetch-users') },
  { name: 'sign-in', needs: ['auth'], call: () => visitor.post('/api/cm/auth/check-signup') },
  { name: 'courses', needs: ['catalog'], call: () => manager.post('/api/cm/course/fetch-courses') },
  { name: 'public courses', needs: ['catalog'], call: () => visitor.post('/api/public/fetch-courses') },
  {
    name: 'own course',
    needs: ['enrollment', 'catalog'],
    call: () => learner.post('/api/user-course/fetch-course', { courseId }),
  },
  {
    name: 'a course’s learners',
    needs: ['enrollment', 'auth', 'catalog'],
    call: () => manager.post('/api/cm/user-course/fetch-users-course', { courseId }),
  },
  {
    name: 'status',
    needs: ['presence', 'auth'],
    call: () => manager.put('/api/cm/user/update-status', { userId: 'nobody', status: 'offline', socketId: '' }),
  },
  { name: 'known session', needs: [], call: () => learner.post('/api/auth/trylogin') },
  { name: 'site', needs: [], call: () => visitor.call('GET', '/api/public/site') },
];

async function healthy(): Promise<void> {
  await cluster.ready();
  for (const { name, call } of CALLS) {
    await until(name, async () => (await call()).status < 500);
  }
  // Waits until the sessions are cached for the next fault: they are once the edge follows auth's feed.
  await until('the sessions are cached', async () => {
    const before = await checkedSessions();
    expect((await learner.post<{ status: boolean }>('/api/auth/trylogin')).body.status).toBe(true);
    await manager.post('/api/cm/course/fetch-courses');
    return (await checkedSessions()) === before;
  });
}

/** How often the edge has asked auth for a session. */
async function checkedSessions(): Promise<string> {
  const page = await (await fetch(`${cluster.url}/metrics`)).text();
  return page
    .split('\n')
    .filter((line) => line.startsWith('academy_rpc_calls_total') && line.includes('CheckSession'))
    .join('\n');
}

function expectApology(answer: Answer<object>, statuses: readonly number[]): void {
  expect(statuses).toContain(answer.status);
  expect(answer.body.code).toMatch(/^[a-z_]+$/);
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  // Addresses and the transport's messages must not be revealed.
  expect(JSON.stringify(answer.body)).not.toMatch(/unix:|\.sock|connect|socket|grpc|deadline/i);
  if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

test('an edge that hears nothing from auth asks it about sessions instead of remembering them', async () => {
  const pid = await cluster.pidOf('auth');
  await cluster.freeze(pid);
  try {
    await until('the session is asked about', async () => (await learner.post('/api/auth/trylogin')).status >= 500);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await healthy();
});

describe.each(['auth', 'catalog', 'enrollment', 'presence'] as const)('%s', (service) => {
  test('while it hangs its calls end with 503 or 504, the others are answered', async () => {
    const pid = await cluster.pidOf(service);
    await cluster.freeze(pid);
    try {
      // Many at once: waiting calls must not block others.
      const affected = CALLS.filter(({ needs }) => needs.includes(service));
      const waiting = affected.flatMap(({ call }) => Array.from({ length: 20 }, call));
      // At once: a session is remembered only while auth's feed is heard.
      const others = CALLS.filter(({ needs }) => !needs.includes(service));
      const statuses = await Promise.all(others.map(async ({ name, call }) => [name, (await call()).status] as const));
      for (const [name, status] of statuses) expect.soft(status, name).toBeLessThan(500);
      for (const answer of await Promise.all(waiting)) expectApology(answer, [503, 504]);
      expect((await fetch(`${cluster.url}/healthz`)).status).toBe(200);
      expect(await (await fetch(`${cluster.url}/readyz`)).json()).toMatchObject({ missing: [service] });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await healthy();
  });

  test('while it is down its calls are 503 with Retry-After, the others are answered, and it comes back', async () => {
    const pid = await cluster.pidOf(service);
    // The supervisor would restart it at once.
    await cluster.freeze(cluster.pid);
    try {
      process.kill(pid, 'SIGKILL');
      await until('its end', async () => (await fetch(`${cluster.url}/readyz`)).status === 503);
      for (const { name, needs, call } of CALLS) {
        const answer = await call();
        if (needs.includes(service)) {
          expectApology(answer, [503]);
        } else if (service === 'auth' && answer.status === 503) {
          // Whether a session is still valid cannot be determined now.
          expect(['site', 'public courses'], name).not.toContain(name);
        } else {
          expect(answer.status, name).toBeLessThan(500);
        }
      }
      expect((await fetch(`${cluster.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${cluster.url}/courses`)).status).toBe(200);
    } finally {
      process.kill(cluster.pid, 'SIGCONT');
    }
    await until('a new process', async () => {
      const next = await cluster.pidOf(service);
      return next !== pid && (await isAlive(next));
    });
    await healthy();
  });
});

test('a learner’s list is available while the catalog hangs', async () => {
  const list = () => learner.post('/api/user-course/fetch-courses');
  const pid = await cluster.pidOf('catalog');
  // enrollment caches courses from the first list it makes while it follows catalog's feed.
  await until('the courses to be remembered', async () => {
    expect((await list()).status).toBe(200);
    await cluster.freeze(pid);
    try {
      return (await list()).status === 200;
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
  await healthy();
});

test('signing in while auth hangs fails with a clear error', async () => {
  const pid = await cluster.pidOf('auth');
  await cluster.freeze(pid);
  try {
    expectApology(await visitor.post('/api/auth/login', { email, password: PASSWORD }), [503, 504]);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await healthy();
});
