// Assignments in a running academy: paged lists, bulk changes, extensions, and cleaning up after removed people and
// courses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  assign,
  day,
  firstManager,
  freshEmail,
  newCourse,
  newLearner,
  signIn,
  type Api,
  type Assignment,
  type Course,
  type Learner,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { until } from '../../harness/until.ts';

interface Lists {
  result: Assignment[];
  users: Learner[];
  nextCursor?: string | null;
  total?: number;
}

interface Row {
  given: string;
  status: string;
  clientId: string | null;
}

const FETCH = '/api/cm/user-course/fetch-users-course';
const NAMES = ['أحمد الحربي', 'إيمان سعيد', 'Basim', 'فاطمة علي', 'Dina'];

let cluster: Cluster;
let manager: Api;
let learners: Learner[];

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  learners = [];
  for (const name of NAMES) learners.push(await newLearner(manager, name));
});

afterAll(async () => {
  await cluster?.stop();
});

const ids = (some: Learner[]) => some.map((learner) => learner._id);
const names = (lists: Lists) => lists.result.map((assignment) => assignment.user?.fullname);
const dates = { startDate: day(-1), expiryDate: day(30) };

async function assignedCourse(some = learners): Promise<Course> {
  const course = await newCourse(manager, 'Course', ['One']);
  await manager.must('PUT', '/api/cm/user-course/assign-user-course', {
    courseId: course._id,
    userIds: ids(some),
    ...dates,
  });
  return course;
}

describe('lists', () => {
  test('without paging fields are complete, without nextCursor and total', async () => {
    const course = await assignedCourse(learners.slice(0, 2));
    const lists = await manager.must<Lists>('POST', FETCH, { courseId: course._id });
    expect(lists.result).toHaveLength(2);
    expect(lists.users).toHaveLength(3);
    expect(lists).not.toHaveProperty('nextCursor');
    expect(lists).not.toHaveProperty('total');
  });

  test('can be read page by page to the end', async () => {
    const course = await assignedCourse();
    const whole = await manager.must<Lists>('POST', FETCH, { courseId: course._id });
    const found: (string | undefined)[] = [];
    let cursor: string | null | undefined = '';
    for (let pages = 1; pages <= 3; ++pages) {
      const page: Lists = await manager.must<Lists>('POST', FETCH, { courseId: course._id, limit: 2, cursor });
      expect(page.total).toBe(5);
      found.push(...names(page));
      cursor = page.nextCursor;
    }
    expect(cursor).toBeNull();
    expect(found).toEqual(names(whole));
  });

  test('are searched with letters folded, in both lists', async () => {
    const course = await assignedCourse(learners.slice(0, 1));
    const found = await manager.must<Lists>('POST', FETCH, { courseId: course._id, search: 'احمد' });
    expect(names(found)).toEqual(['أحمد الحربي']);
    expect(found.users).toEqual([]);
    const other = await manager.must<Lists>('POST', FETCH, {
      courseId: course._id,
      search: 'فاطمه',
      list: 'unassigned',
    });
    expect(other.users.map((learner) => learner.fullname)).toEqual(['فاطمة علي']);
    expect(other.total).toBe(1);
  });

  test('are sorted by the dates of assignments, and filtered by their state', async () => {
    const course = await assignedCourse(learners.slice(0, 2));
    await assign(manager, course._id, learners[2]?._id ?? '', -10, -5);
    const sorted = await manager.must<Lists>('POST', FETCH, { courseId: course._id, sort: 'expiryDate', limit: 1 });
    expect(names(sorted)).toEqual(['Basim']);
    const expired = await manager.must<Lists>('POST', FETCH, { courseId: course._id, state: 'expired' });
    expect(names(expired)).toEqual(['Basim']);
  });

  test.each([
    ['limit', { limit: 0 }],
    ['cursor', { cursor: 'nonsense' }],
    ['sort', { sort: 'height' }],
    ['state', { state: 'gone' }],
    ['list', { list: 'all' }],
  ])('refuse %s that cannot be', async (field, more) => {
    const course = await assignedCourse(learners.slice(0, 1));
    const answer = await manager.post(FETCH, { courseId: course._id, ...more });
    expect(answer.status).toBe(422);
    expect(answer.body.data?.[0]?.field).toBe(field);
  });

  test("of a learner's courses are paged and searched too, with progress", async () => {
    const learner = await newLearner(manager);
    for (const title of ['الجبر', 'الهندسة', 'Physics']) {
      const course = await newCourse(manager, title, ['One']);
      await assign(manager, course._id, learner._id);
    }
    interface Courses {
      userCourses: Assignment[];
      unselectedCourses: Course[];
      nextCursor: string | null;
      total: number;
    }
    const fetch = (more: object) =>
      manager.must<Courses>('POST', '/api/cm/user-course/fetch-user-courses', { clientId: learner._id, ...more });
    const page = await fetch({ sort: 'title', limit: 2 });
    expect(page.userCourses).toHaveLength(2);
    expect(page.total).toBe(3);
    const rest = await fetch({ sort: 'title', limit: 2, cursor: page.nextCursor });
    expect(rest.userCourses).toHaveLength(1);
    expect(rest.nextCursor).toBeNull();
    expect(rest.userCourses[0]?.progress?.parts).toHaveLength(1);
    expect((await fetch({ search: 'الهندسه' })).userCourses.map((each) => each.course.title)).toEqual(['الهندسة']);
  });
});

describe('changes', () => {
  test('with an unknown id in the list change nothing, and name the id', async () => {
    const course = await newCourse(manager, 'Whole or not');
    const body = { courseId: course._id, userIds: [...ids(learners), 'nobody'], ...dates };
    const answer = await manager.put('/api/cm/user-course/assign-user-course', body);
    expect(answer.status).toBe(404);
    expect(answer.body.message).toContain('nobody');
    expect((await manager.must<Lists>('POST', FETCH, { courseId: course._id })).result).toEqual([]);
  });

  test('that race create one assignment', async () => {
    const course = await newCourse(manager, 'Raced for');
    const body = { courseId: course._id, userIds: ids(learners.slice(0, 1)), ...dates };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => manager.put('/api/cm/user-course/assign-user-course', body)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    expect((await manager.must<Lists>('POST', FETCH, { courseId: course._id })).result).toHaveLength(1);
  });

  test('to the same dates are not recorded in the audit trail', async () => {
    const course = await newCourse(manager, 'Again and again');
    const learner = learners[0]?._id ?? '';
    const body = { courseId: course._id, userIds: [learner], ...dates };
    for (let i = 0; i < 2; ++i) await manager.must('PUT', '/api/cm/user-course/assign-user-course', body);
    const [assignment] = (await manager.must<Lists>('POST', FETCH, { courseId: course._id })).result;
    if (assignment === undefined) throw new Error('no assignment');
    await manager.must('PUT', '/api/cm/user-course/update-expdate', { courseId: assignment._id, ...dates });
    await manager.must('PUT', '/api/cm/user-course/remove-user-course', {
      courseId: assignment._id,
      clientId: learner,
    });
    const events = await until('the removal in the audit trail', async () => {
      const page = await manager.must<{ result: { action: string }[] }>('POST', '/api/cm/audit/fetch-events', {
        subjectId: assignment._id,
      });
      return page.result[0]?.action === 'assignment.removed' ? page.result : undefined;
    });
    expect(events.map((event) => event.action)).toEqual(['assignment.removed', 'assignment.created']);
  });

  test('in bulk return the outcome of each row, and a preview returns the same', async () => {
    const course = await assignedCourse(learners.slice(0, 1));
    const [first, second, third] = learners;
    const stranger = freshEmail('stranger');
    const body = {
      courseId: course._id,
      userIds: [first?._id, second?._id],
      emails: [` ${third?.email.toUpperCase()} `, second?.email, stranger, 'no address'],
      ...dates,
    };
    const call = (dryRun: boolean) =>
      manager.must<{ result: Row[]; counts: Record<string, number> }>('PUT', '/api/cm/user-course/bulk-assign', {
        ...body,
        dryRun,
      });
    const preview = await call(true);
    expect((await manager.must<Lists>('POST', FETCH, { courseId: course._id })).result).toHaveLength(1);
    const done = await call(false);
    expect(done.result).toEqual(preview.result);
    expect(done.result.map((row) => row.status)).toEqual([
      'already_assigned',
      'assigned',
      'assigned',
      'repeated',
      'unknown',
      'invalid',
    ]);
    expect(done.result[2]?.clientId).toBe(third?._id);
    expect(done.counts).toEqual({ assigned: 2, datesChanged: 0, alreadyAssigned: 1, refused: 3 });
    expect((await manager.must<Lists>('POST', FETCH, { courseId: course._id })).result).toHaveLength(3);
  });

  test('of all expiry dates of a course can be previewed, and restore access', async () => {
    const course = await newCourse(manager, 'Extended', ['One']);
    const learner = await newLearner(manager);
    const before = await assign(manager, course._id, learner._id, -10, -2);
    const session = await signIn(cluster.url, learner.email);
    const watch = () => session.post('/api/user-course/fetch-course', { courseId: course._id });
    expect((await watch()).body.code).toBe('course_expired');
    const call = (dryRun: boolean) =>
      manager.must<{ changed: number; result: { newExpiryDate: string; newState: string }[] }>(
        'PUT',
        '/api/cm/user-course/extend-course',
        { courseId: course._id, days: 30, dryRun },
      );
    const preview = await call(true);
    expect(preview.changed).toBe(1);
    expect(preview.result[0]?.newState).toBe('active');
    expect((await watch()).status).toBe(403);
    expect((await call(false)).result).toEqual(preview.result);
    expect((await watch()).status).toBe(200);
    const moved = Date.parse(preview.result[0]?.newExpiryDate ?? '') - Date.parse(before.expiryDate);
    expect(moved).toBe(30 * 86_400_000);
  });
});

describe('clean-up', () => {
  test('removes what belonged to a removed learner and a deleted course', async () => {
    const learner = await newLearner(manager);
    const gone = await assignedCourse([learner]);
    const kept = await assignedCourse([learner, ...learners.slice(0, 1)]);
    await manager.must('DELETE', '/api/cm/course/delete-course', { courseId: gone._id });
    const mine = async () =>
      (
        await manager.must<{ userCourses: Assignment[] }>('POST', '/api/cm/user-course/fetch-user-courses', {
          clientId: learner._id,
        })
      ).userCourses;
    expect((await mine()).map((assignment) => assignment.courseId)).toEqual([kept._id]);
    await manager.must('PUT', '/api/cm/user/remove-user', { clientId: learner._id });
    const counted = async () =>
      (
        await manager.must<{ result: { learners: { assigned: number } } }>(
          'POST',
          '/api/cm/user-course/fetch-statistics',
          { courseId: kept._id },
        )
      ).result.learners.assigned;
    await until('the clean-up', async () => (await counted()) === 1);
  });
});
