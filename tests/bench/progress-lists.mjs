// Managers' calls for a course with 20,000 learners who all watch: assigning a thousand at once, pages of the lists,
// extending all assignments, statistics. Argument: the number of learners.
import { Academy } from './lib/academy.mjs';
import { allLearners, newCourse, setLengths, sql, whileStopped } from './lib/lessons.mjs';
import { load, median, ms, table } from './lib/report.mjs';

const LEARNERS = Number(process.argv[2] ?? 20_000);
const LESSONS = 10;
const RUNS = 5;
const BATCH = 1000;
const DAY_MS = 86_400_000;

const academy = await Academy.start(LEARNERS, { seed: 'seed_live', seedArgs: [1] });
try {
  const manager = academy.seeded.managers[0];
  const call = (method, path, body) => academy.call(method, path, body, manager);
  const day = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const dates = { startDate: day(-1), expiryDate: day(30) };
  const learners = await allLearners(academy, manager);
  const batch = (i) => learners.slice(i * BATCH, (i + 1) * BATCH);
  const course = await newCourse(academy, manager, 'Watched by all', LESSONS);
  const other = await newCourse(academy, manager, 'Assigned in batches', LESSONS);

  const rows = [];
  const processes = ['edge', 'enrollment', 'auth'];
  async function measure(name, ask) {
    const times = [];
    const before = await Promise.all(processes.map((process) => academy.cpuOf(process)));
    for (let run = 0; run < RUNS; ++run) {
      const begun = performance.now();
      await ask(run);
      times.push(performance.now() - begun);
    }
    const after = await Promise.all(processes.map((process) => academy.cpuOf(process)));
    const cpu = processes.map((_, i) => ms((1000 * (after[i] - before[i])) / RUNS));
    rows.push([name, ms(median(times)), ms(Math.max(...times)), ...cpu, load()]);
  }

  const bulk = (courseId, i, more) =>
    call('PUT', '/api/cm/user-course/bulk-assign', { courseId, ...dates, ...more(batch(i)) });
  const ids = (people) => ({ userIds: people.map(({ _id }) => _id) });
  const emails = (people) => ({ emails: people.map(({ email }) => email) });
  await measure('bulk-assign, 1,000 ids', (run) => bulk(other._id, run, ids));
  await measure('bulk-assign, 1,000 addresses', (run) => bulk(other._id, RUNS + run, emails));
  await measure('bulk-assign, 1,000 there already', (run) => bulk(other._id, run, ids));
  await measure('assign-user-course, 1,000, a page', (run) =>
    call('PUT', '/api/cm/user-course/assign-user-course', {
      courseId: other._id,
      ...ids(batch(2 * RUNS + run)),
      ...dates,
      limit: 50,
    }),
  );

  for (let i = 0; i * BATCH < learners.length; ++i) await bulk(course._id, i, ids);
  await whileStopped(academy, async () => {
    await setLengths(academy, course, 600);
    const parts = course.parts.map(({ _id }) => `('${_id}')`).join(', ');
    await sql(
      academy,
      'enrollment',
      `BEGIN;
       CREATE TEMP TABLE seeded AS SELECT learner_id, course_id, lesson.column1 AS part_id, abs(random()) % 21 - 1 AS at
         FROM assignments, (VALUES ${parts}) AS lesson WHERE course_id = '${course._id}';
       INSERT INTO part_progress (learner_id, course_id, part_id, position_ms, watched, completed, updated_at, stopped_in,
         stretches) SELECT learner_id, course_id, part_id, 1000, '0-1000', at < 0, strftime('%s') * 1000, at,
         CASE WHEN at < 0 THEN 1048575 ELSE (2 << at) - 1 END FROM seeded;
       INSERT INTO course_progress SELECT course_id, learner_id, 1, strftime('%s') * 1000 - abs(random()) % 7000000000
         FROM assignments WHERE course_id = '${course._id}';
       INSERT INTO watchers SELECT learner_id, 0, strftime('%s') * 1000, strftime('%s') / 86400 - abs(random()) % 46
         FROM assignments WHERE course_id = '${course._id}';
       COMMIT;`,
    );
  });

  const page = (more) => () =>
    call('POST', '/api/cm/user-course/fetch-users-course', { courseId: course._id, ...more });
  await measure('fetch-users-course, first page', page({ limit: 50, list: 'assigned' }));
  await measure('… by expiry', page({ limit: 50, sort: 'expiryDate', list: 'assigned' }));
  await measure('… a search', page({ limit: 50, search: 'learner-1', list: 'assigned' }));
  await measure('… those without the course', page({ limit: 50, list: 'unassigned' }));
  await measure('… whole', page({}));
  await measure('fetch-statistics', () =>
    call('POST', '/api/cm/user-course/fetch-statistics', { courseId: course._id }),
  );
  await measure('dashboard', () => call('POST', '/api/cm/dashboard/fetch-figures', {}));
  const extend = (more) => call('PUT', '/api/cm/user-course/extend-course', { courseId: course._id, days: 1, ...more });
  await measure('extend-course of all, preview', () => extend({ dryRun: true }));
  await measure('extend-course of all', () => extend({}));
  table(
    `A course of ${LEARNERS} learners and ${LESSONS} lessons`,
    ['call', 'median', 'longest', ...processes.map((process) => `${process} CPU`), ''],
    rows,
  );
} finally {
  await academy.stop();
}
