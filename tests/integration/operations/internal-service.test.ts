// The example of an internal service against a running academy: what docs/grpc-api.md says can be done as it shows.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { AcademyClient, type AcademyError } from '../../examples/internal-service.mjs';
import { assign, firstManager, newCourse, newLearner, type Course, type Learner } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';

const LEARNERS = 12;

let cluster: Cluster;
let manager: Awaited<ReturnType<typeof firstManager>>;
let academy: AcademyClient;
let learner: Learner;
let courses: Course[];

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--reflection'] });
  manager = await firstManager(cluster.url);
  academy = new AcademyClient(cluster.data, 'payroll');
  learner = await newLearner(manager.api);
  for (let i = 1; i < LEARNERS; ++i) await newLearner(manager.api);
  courses = [await newCourse(manager.api, 'Algebra'), await newCourse(manager.api, 'Physics')];
  await assign(manager.api, courses[0]!._id, learner._id);
});

afterAll(async () => {
  academy?.close();
  await cluster?.stop();
});

async function all<Row>(rows: AsyncGenerator<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: AcademyError) => error,
  );

test('the command counts what there is', async () => {
  const words = [join(ROOT, 'tests/examples/internal-service.mjs'), cluster.data];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const counted = JSON.parse(stdout) as Record<string, number>;
  expect(counted).toMatchObject({ learners: LEARNERS, managers: 1, courses: 2, online: 0 });
  expect(counted['events']).toBeGreaterThan(LEARNERS);
});

test('pages have every learner once', async () => {
  const rows = await all(academy.list<{ id: string }>('auth.v1.Learners', 'listLearners', { limit: 5 }));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(LEARNERS);
  expect(rows).toHaveLength(LEARNERS);
});

test('people, courses, assignments and progress are read as records too', async () => {
  const one = await academy.call<{ result: object }>('auth.v1.Learners', 'getLearner', { learner_id: learner._id });
  expect(one.result).toMatchObject({ id: learner._id });
  const course = { course_id: courses[0]!._id };
  expect(await academy.call('catalog.v1.Courses', 'getCourse', course)).toMatchObject({
    result: { id: courses[0]!._id },
  });
  const ids = courses.map(({ _id }) => _id);
  const batch = await academy.call<{ courses: { id: string }[] }>('catalog.v1.Courses', 'batchGetCourses', { ids });
  expect(batch.courses.map(({ id }) => id)).toEqual(ids);
  const request = { learner_id: learner._id, list: 'assigned' };
  const assigned = await all(
    academy.list<{ progress: object }>('enrollment.v1.Assignments', 'listLearnerCourses', request, 'user_courses'),
  );
  expect(assigned).toHaveLength(1);
  expect(assigned[0]?.progress).toMatchObject({ percent: 0 });
  const statistics = await academy.call<{ result: object }>('enrollment.v1.Reports', 'getCourseStatistics', course);
  expect(statistics.result).toMatchObject({ learners: { assigned: '1' } });
});

test('an error has the reason and the fields that were refused', async () => {
  const unknown = failure(academy.call('auth.v1.Learners', 'getLearner', { learner_id: 'nobody' }));
  expect(await unknown).toMatchObject({ status: 'NOT_FOUND', reason: 'user_not_found' });
  expect(await failure(academy.call('auth.v1.Learners', 'listLearners', { limit: 5000 }))).toMatchObject({
    status: 'INVALID_ARGUMENT',
    reason: 'validation_failed',
    fields: [expect.stringMatching(/^limit: /) as string],
  });
  const deletion = failure(academy.call('catalog.v1.Courses', 'deleteCourse', { course_id: courses[0]!._id }));
  expect(await deletion).toMatchObject({ status: 'PERMISSION_DENIED', reason: 'forbidden' });
});

test('a call whose time is over says so', async () => {
  await academy.call('auth.v1.Learners', 'listLearners');
  const late = failure(academy.call('auth.v1.Learners', 'listLearners', {}, -1));
  expect(await late).toMatchObject({ status: 'DEADLINE_EXCEEDED' });
});

test('a feed goes on after the place that was stored', async () => {
  const changes: unknown[] = [];
  const change = () => assign(manager.api, courses[1]!._id, learner._id);
  const place = await academy.follow('enrollment.v1.Access', { position: -1 }, (event) => {
    // Only now is it sure that what happens is seen.
    if (event['live'] === true) {
      void change();
      return true;
    }
    changes.push(event['assignment_changed']);
    return false;
  });
  expect(changes).toEqual([expect.objectContaining({ removed: false })]);
  await manager.api.must('PUT', '/api/cm/user-course/delete-selected-users', {
    courseId: courses[1]!._id,
    userIds: [learner._id],
  });
  const later: unknown[] = [];
  const next = await academy.follow('enrollment.v1.Access', place, (event) => {
    if (event['live'] === true) return true;
    later.push(event['assignment_changed']);
    return false;
  });
  expect(later).toEqual([expect.objectContaining({ removed: true })]);
  expect(Number(next.position)).toBeGreaterThan(Number(place.position));
});
