// What three years do to an academy of 2,000 learners: its start and its lists on the first day, and again after three
// years' rows have been written to the databases, as many as their sweepers leave. Arguments: learners, years.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { Academy } from './lib/academy.mjs';
import { newCourse, setLengths, sql, whileStopped } from './lib/lessons.mjs';
import { load, median, ms, table } from './lib/report.mjs';

const LEARNERS = Number(process.argv[2] ?? 2000);
const YEARS = Number(process.argv[3] ?? 3);
const RUNS = 15;
const STARTS = 3;
const AIM_START_MS = 3000;
const DAY_MS = 86_400_000;

const COURSES = 40;
const LESSONS = 25;
// Of one learner in three years.
const COURSES_OF_LEARNER = 8;
// Of one learner in a year. The audit trail has each of them for ever, the sessions for 90 days.
const SIGN_INS = 100;
const KEPT_SIGN_INS = Math.round((SIGN_INS * 90) / 365);
// What managers and learners do otherwise, as events of the trail.
const OTHER_EVENTS = 25;
const MAILS_IN_90_DAYS = 3;
const REMOVED_LEARNERS = 250;

/** The rows that the sweepers never remove, and those that they have not yet. */
async function age(academy) {
  const now = Date.now();
  const begin = now - YEARS * 365 * DAY_MS;
  const events = LEARNERS * (SIGN_INS + OTHER_EVENTS) * YEARS;
  const numbers = (count) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.round(count)})`;
  await sql(
    academy,
    'auth',
    `PRAGMA synchronous = OFF;
     BEGIN;
     CREATE TEMP TABLE people AS SELECT row_number() OVER () AS at, id, fullname FROM learners;
     CREATE INDEX temp.people_by_place ON people (at);
     ${numbers(events)} INSERT INTO audit_events
       SELECT i + (SELECT position FROM audit_head), 'event-' || i, ${begin} + i * ${(now - begin) / events},
         'learner', people.id, people.fullname,
         CASE WHEN i % 5 = 0 THEN 'learner.updated' ELSE 'learner.signed_in' END, 'learner', 'learner', people.id,
         people.fullname, '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0', hex(randomblob(16)), '{}',
         hex(randomblob(32))
       FROM n JOIN people ON people.at = 1 + (i * 7919) % ${LEARNERS};
     INSERT INTO audit_mentions SELECT actor_id, at, position FROM audit_events WHERE id LIKE 'event-%';
     UPDATE audit_head SET position = (SELECT MAX(position) FROM audit_events);
     ${numbers(KEPT_SIGN_INS)} INSERT INTO sessions (id, token_hash, kind, user_id, created_at, expires_at, ended_at,
         reason, peer, device)
       SELECT 'old-' || at || '-' || i, hex(randomblob(32)), 2, id, ${now} - i * 3 * ${DAY_MS}, 0,
         ${now} - i * 3 * ${DAY_MS} + 3600000, 'signed_in_elsewhere', '203.0.113.7', 'Chrome'
       FROM n, people;
     ${numbers(MAILS_IN_90_DAYS)} INSERT INTO mails (id, recipient, subject, body_text, body_html, state, attempts,
         next_attempt_at, last_error, created_at, sent_at)
       SELECT 'mail-' || at || '-' || i, 'a@academy.example', 'subject', '', '', 'sent', 1, 0, '', ${now}, ${now}
       FROM n, people;
     ${numbers(5)} INSERT INTO known_addresses SELECT id, '203.0.113.' || i, ${now} FROM n, people;
     ${numbers(2)} INSERT INTO known_devices SELECT id, hex(randomblob(32)), ${now} FROM n, people;
     COMMIT;`,
  );
  // The lessons' lengths are those of the first day; each learner has watched four of five lessons of every course.
  await sql(
    academy,
    'enrollment',
    `PRAGMA synchronous = OFF;
     ATTACH '${join(academy.data, 'auth/auth.db')}' AS auth;
     ATTACH '${join(academy.data, 'catalog/catalog.db')}' AS catalog;
     BEGIN;
     CREATE TEMP TABLE people AS SELECT row_number() OVER () AS at, id FROM auth.learners;
     CREATE TEMP TABLE books AS SELECT row_number() OVER () AS at, id FROM catalog.courses;
     INSERT INTO assignments (id, course_id, learner_id, start_ms, expiry_ms, created_at, updated_at)
       SELECT 'a-' || people.at || '-' || books.at, books.id, people.id, ${begin}, ${now} + 8640000000,
         ${begin}, ${begin}
       FROM people JOIN books ON (people.at + books.at * 5) % ${COURSES} < ${COURSES_OF_LEARNER}
       WHERE people.id NOT IN (SELECT learner_id FROM assignments);
     INSERT INTO part_progress (learner_id, course_id, part_id, position_ms, watched, completed, updated_at, stopped_in,
         stretches)
       SELECT learner_id, assignments.course_id, parts.id, 1000, '0-300000,320000-500000', 1, ${now}, -1, 1048575
       FROM assignments JOIN catalog.parts ON parts.course_id = assignments.course_id AND parts.ordinal % 5 < 4
       WHERE true ON CONFLICT DO NOTHING;
     INSERT INTO course_progress SELECT course_id, learner_id, ${begin}, ${now} FROM assignments
       WHERE true ON CONFLICT DO NOTHING;
     INSERT INTO watchers SELECT id, 0, ${now}, ${Math.floor(now / DAY_MS)} FROM people WHERE true ON CONFLICT DO NOTHING;
     ${numbers(YEARS * 365)} INSERT INTO watched_days SELECT ${Math.floor(now / DAY_MS)} - i, 0, 3600000, 100 FROM n
       WHERE true ON CONFLICT DO NOTHING;
     ${numbers(REMOVED_LEARNERS * YEARS)} INSERT INTO gone SELECT hex(randomblob(16)), ${now} FROM n;
     COMMIT;`,
  );
}

const megabytes = async (academy, name) => (await stat(join(academy.data, name, `${name}.db`))).size / 1e6;

const academy = await Academy.start(LEARNERS);
try {
  const login = { email: academy.manager, password: academy.password };
  let { token } = await academy.call('POST', '/api/cm/auth/login', login);
  const courses = [];
  for (let i = 0; i < COURSES; ++i) courses.push(await newCourse(academy, token, `Course ${i}`, LESSONS));
  await whileStopped(academy, async () => {
    for (const course of courses) await setLengths(academy, course, 600);
  });
  const day = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const learnerLogin = { email: 'learner-1@academy.example', password: academy.password };
  const { result: learner } = await academy.call('POST', '/api/auth/login', learnerLogin);
  // The measured learner has as many courses later, so that only the others' rows are new.
  await academy.call(
    'POST',
    '/api/cm/user-course/assign-to-user',
    {
      clientId: learner.clientId,
      coursesIds: courses.slice(0, COURSES_OF_LEARNER).map(({ _id }) => _id),
      startDate: day(-1),
      expiryDate: day(30),
    },
    token,
  );

  const started = async () => {
    const times = [];
    for (let i = 0; i < STARTS; ++i) {
      await academy.end();
      const begun = performance.now();
      await academy.run();
      times.push(performance.now() - begun);
    }
    return median(times);
  };
  const measured = async () => {
    ({ token } = await academy.call('POST', '/api/cm/auth/login', login));
    const { clientToken } = await academy.call('POST', '/api/auth/login', learnerLogin);
    const manager = (method, path, body) => () => academy.call(method, path, body, token);
    const calls = {
      "manager's session": manager('POST', '/api/cm/auth/check', {}),
      'a page of learners': manager('PUT', '/api/cm/user/fetch-users', { limit: 50 }),
      'a search among learners': manager('PUT', '/api/cm/user/fetch-users', { limit: 50, search: 'فاطمة' }),
      "a course's learners": manager('POST', '/api/cm/user-course/fetch-users-course', {
        courseId: courses[0]._id,
        limit: 50,
        list: 'assigned',
      }),
      "a course's statistics": manager('POST', '/api/cm/user-course/fetch-statistics', { courseId: courses[0]._id }),
      'the dashboard': manager('POST', '/api/cm/dashboard/fetch-figures', {}),
      'the audit trail': manager('POST', '/api/cm/audit/fetch-events', { limit: 50 }),
      "a learner's audit events": manager('POST', '/api/cm/audit/fetch-events', {
        limit: 50,
        subjectId: learner.clientId,
      }),
      'a kind of audit events': manager('POST', '/api/cm/audit/fetch-events', {
        limit: 50,
        action: 'learner.updated',
      }),
      "a learner's courses": () => academy.call('POST', '/api/user-course/fetch-courses', {}, clientToken),
      'a sign-in': () => academy.call('POST', '/api/auth/login', learnerLogin),
    };
    const figures = {};
    for (const [name, call] of Object.entries(calls)) {
      const times = [];
      for (let run = 0; run < RUNS; ++run) {
        const begun = performance.now();
        await call();
        times.push(performance.now() - begun);
      }
      figures[name] = median(times);
    }
    return figures;
  };

  const names = ['auth', 'catalog', 'enrollment'];
  const sizes = () => Promise.all(names.map((name) => megabytes(academy, name)));
  const first = { start: await started(), calls: await measured(), sizes: await sizes() };
  await academy.end();
  await age(academy);
  await academy.run();
  const later = { start: await started(), calls: await measured(), sizes: await sizes() };

  table(
    `${LEARNERS} learners on the first day and after ${YEARS} years; medians of ${RUNS} (${load()})`,
    ['', 'first day', 'later', 'ratio'],
    [
      ['start until ready', ms(first.start), ms(later.start), (later.start / first.start).toFixed(2)],
      ...Object.keys(first.calls).map((name) => [
        name,
        ms(first.calls[name]),
        ms(later.calls[name]),
        (later.calls[name] / first.calls[name]).toFixed(2),
      ]),
      ...names.map((name, i) => [
        `${name}.db`,
        `${first.sizes[i].toFixed(1)} MB`,
        `${later.sizes[i].toFixed(1)} MB`,
        (later.sizes[i] / first.sizes[i]).toFixed(1),
      ]),
    ],
  );
  console.log(`start: ${ms(later.start)} (aim: under ${ms(AIM_START_MS)})`);
} finally {
  await academy.stop();
}
