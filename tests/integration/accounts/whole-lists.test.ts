// Lists without a page in an academy with more learners than fit into one message between its processes.
import { rm } from 'node:fs/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager, newCourse, signInManager, type Api, type Learner } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { sql } from '../../harness/sql.ts';

// Of 25 MB together. Above 100,000 a service does not even make a list of all.
const LEARNERS = 100_001;
const FIRST = 1_000_000;
const idOf = (i: number) => `learner-${FIRST + i}`;

let cluster: Cluster;
let manager: Api;
let courseId: string;

interface Lists {
  result: { userId: string; user: Learner }[];
  users: Learner[];
}

/** Expects that the lists are whole: those with the course, then the others, each by name. */
function expectWhole(lists: Lists, assigned: readonly string[]): void {
  expect(lists.result.map((assignment) => assignment.userId)).toEqual(assigned);
  expect(lists.result.map((assignment) => assignment.user._id)).toEqual(assigned);
  expect(lists.users).toHaveLength(LEARNERS - assigned.length);
  const ids = lists.users.map((learner) => learner._id);
  expect(ids).toEqual(ids.toSorted());
  expect(ids.filter((id) => assigned.includes(id))).toEqual([]);
}

beforeAll(async () => {
  const first = await Cluster.start({ flags: ['--bot-check', 'off'] });
  const { email } = await firstManager(first.url);
  await first.stop({ keepData: true });
  await sql(
    first.data,
    'auth',
    `INSERT INTO learners (id, email, email_key, fullname, fullname_key, phonenumber, address, password_hash, active,
         activated, language, last_login_at, created_at)
       WITH RECURSIVE rows (i) AS (SELECT ${FIRST} UNION ALL SELECT i + 1 FROM rows WHERE i < ${FIRST + LEARNERS - 1})
       SELECT 'learner-' || i, i || '@example.com', i || '@example.com', 'Learner ' || i, 'learner ' || i, '',
         'A street of a city', '', 1, 1, 'en', 0, 1700000000000 FROM rows`,
  );
  cluster = await Cluster.start({ data: first.data, flags: ['--bot-check', 'off'] });
  manager = await signInManager(cluster.url, email);
  courseId = (await newCourse(manager, 'For many'))._id;
}, 120_000);

afterAll(async () => {
  await cluster?.stop();
  if (cluster !== undefined) await rm(cluster.data, { recursive: true, force: true });
});

test('all learners come in one answer, by name, as in a small academy', async () => {
  const all = await manager.put<{ result: Learner[] }>('/api/cm/user/fetch-users');
  expect(all.status).toBe(200);
  expect(Object.keys(all.body)).toEqual(['message', 'result']);
  expect(all.body.result.map((learner) => learner._id)).toEqual(Array.from({ length: LEARNERS }, (_, i) => idOf(i)));
  const page = await manager.put<{ result: Learner[] }>('/api/cm/user/fetch-users', { limit: 1 });
  expect(all.body.result[0]).toEqual(page.body.result[0]);
}, 60_000);

test("a course's lists come whole, also as the answer to a change", async () => {
  const assigned = [idOf(7), idOf(50_000), idOf(LEARNERS - 1)];
  const change = { courseId, userIds: assigned, startDate: '2026-01-01', expiryDate: '2036-01-01' };
  const changed = await manager.put<Lists>('/api/cm/user-course/assign-user-course', change);
  expect(changed.status).toBe(200);
  expect(Object.keys(changed.body)).toEqual(['message', 'result', 'users']);
  expect(changed.body.message).toBe('Updated Successfully');
  expectWhole(changed.body, assigned);

  const whole = await manager.post<Lists>('/api/cm/user-course/fetch-users-course', { courseId });
  expect(whole.body.message).toBe('Assignments fetched');
  expectWhole(whole.body, assigned);

  const less = { courseId, userIds: assigned.slice(1) };
  const removed = await manager.put<Lists>('/api/cm/user-course/delete-selected-users', less);
  expectWhole(removed.body, assigned.slice(0, 1));
}, 120_000);

test('a change of an unknown learner is refused before anything is sent', async () => {
  const change = { courseId, userIds: ['nobody'], startDate: '2026-01-01', expiryDate: '2036-01-01' };
  const refused = await manager.put('/api/cm/user-course/assign-user-course', change);
  expect([refused.status, refused.body.code]).toEqual([404, 'user_not_found']);
});
