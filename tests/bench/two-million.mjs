// Managers' searches and pages, a learner's own lists and sign-ins among two million learners with a hundred million
// rows of progress, in PostgreSQL; and the repair of enrollment's data after a feed gap. Long: seeding a hundred million
// rows takes half an hour, 45 GB and all of one processor. Flags: --learners N --progress N --runs N (calls of each
// kind), --repair-only, --no-repair; --databases DIR measures databases that were seeded before, with the data folder
// --data DIR (both of an academy of `./academy run --db-files`).
import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Academy } from './lib/academy.mjs';
import { COURSES, psql, rowsOf, seedManyRows } from './lib/many-rows.mjs';
import { Cluster } from './lib/postgresql.mjs';
import { load, ms, table } from './lib/report.mjs';

const flag = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? '');
};
const has = (name) => process.argv.includes(`--${name}`);
const LEARNERS = Number(flag('learners', 2_000_000));
const PROGRESS = Number(flag('progress', 100_000_000));
const RUNS = Number(flag('runs', 200));
const LIMIT = 50;
const AIM_P99_MS = 300;
const AIM_REPAIR_S = 600;
const AIM_REPAIR_MB = 200;
const SERVICES = ['auth', 'catalog', 'enrollment', 'presence'];
const MANAGER = { email: 'manager@academy.example', password: 'Correct-horse-1' };
// Of a server with 4 to 8 GB.
const SETTINGS = [
  'shared_buffers=1GB',
  'effective_cache_size=4GB',
  'work_mem=16MB',
  'random_page_cost=1.1',
  'max_wal_size=2GB',
];

/** The p-th part of the values, which are sorted for it. */
const quantile = (values, p) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * p))];

/** A fixed sequence of numbers below `end` that look like chance. */
function chance(seed) {
  let state = seed;
  return (end) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * end);
  };
}

const urls = {};
let cluster;
let databases = flag('databases');
let data = flag('data');
if (databases === undefined) {
  cluster = new Cluster(SETTINGS);
  databases = mkdtempSync(join(tmpdir(), 'academy-db-'));
  data = mkdtempSync(join(tmpdir(), 'academy-'));
  for (const name of SERVICES) writeFileSync(join(databases, name), `${cluster.create(name)}\n`, { mode: 0o600 });
}
for (const name of SERVICES) urls[name] = (await readFile(join(databases, name), 'utf8')).split('\n')[0];

const academy = new Academy(data, ['--db-files', databases]);

/** The manager's token; the first manager signs up. */
async function signIn() {
  await academy.call('PUT', '/api/cm/auth/signup', { ...MANAGER, fullname: 'Manager' }).catch(() => undefined);
  return (await academy.call('POST', '/api/cm/auth/login', MANAGER)).token;
}

if (cluster) {
  await academy.run();
  await signIn();
  await academy.end();
  const told = (name, seconds) => console.log(`seeded ${name} in ${seconds.toFixed(0)} s (${load()})`);
  await seedManyRows(urls, { learners: LEARNERS, progress: PROGRESS, told });
}

/** Seconds that `what` takes `runs` times with varied arguments; `what` gets a number and chance. */
async function timed(what, runs) {
  const random = chance(7);
  const times = [];
  for (let i = 0; i < runs; ++i) {
    const call = await what(i, random);
    const begun = performance.now();
    await call();
    times.push(performance.now() - begun);
  }
  return times;
}

async function pages() {
  const token = await signIn();
  const ids = {};
  const list = async (url, sql) => (await psql(url, sql)).split('\n');
  ids.courses = await list(urls.catalog, 'SELECT id FROM courses ORDER BY created_at, id');
  ids.learners = await list(
    urls.auth,
    `SELECT id FROM learners WHERE number % ${Math.max(1, Math.floor(LEARNERS / 5000))} = 0`,
  );
  const people = (
    await list(
      urls.auth,
      `SELECT email || '|' || phonenumber || '|' || fullname FROM learners WHERE number % ${Math.max(1, Math.floor(LEARNERS / 5000))} = 1`,
    )
  ).map((line) => line.split('|'));
  const enrolled = await list(
    urls.auth,
    `SELECT email FROM learners WHERE active = 1 AND activated = 1 AND number % ${Math.max(1, Math.floor(LEARNERS / 2000))} = 2`,
  );
  const users = (body) => academy.call('PUT', '/api/cm/user/fetch-users', { limit: LIMIT, ...body }, token);
  const post = (path, body) => academy.call('POST', path, body, token);
  const from = (values, random) => values[random(values.length)];
  // Cursors all over each list: pages of a thousand would take 2,000 calls, so each begins after somebody's name.
  const cursors = async (sort, column) =>
    (
      await list(
        urls.auth,
        `SELECT (CASE WHEN '${column}' IN ('created_at', 'last_login_at') THEN ${column}::text ELSE '0' END) || chr(31) || id ||
           chr(31) || (CASE WHEN '${column}' IN ('created_at', 'last_login_at') THEN '' ELSE ${column}::text END)
         FROM learners WHERE number % ${Math.max(1, Math.floor(LEARNERS / 1000))} = 3`,
      )
    ).map((line) => Buffer.from(`${sort}\n${line.split('\x1f').join('\n')}`).toString('base64url'));
  const byName = await cursors('0+', 'fullname_key');
  const newest = await cursors('2-', 'created_at');
  const byLogin = await cursors('3-', 'last_login_at');
  const coursePages = (body) => async (_i, random) => {
    const courseId = from(ids.courses, random);
    const first = { courseId, limit: LIMIT, ...body };
    return () => post('/api/cm/user-course/fetch-users-course', first);
  };
  const largest = (body) => async () => () =>
    post('/api/cm/user-course/fetch-users-course', { courseId: ids.courses[0], limit: LIMIT, ...body });
  const learnerTokens = [];
  const signInLearner = async (i) => {
    const answer = await academy.call('POST', '/api/auth/login', {
      email: enrolled[i % enrolled.length],
      password: MANAGER.password,
    });
    learnerTokens.push(answer.clientToken);
    return answer;
  };
  const cases = {
    'users: first page': async () => () => users({}),
    'users: deep page by name': async (_i, random) => () => users({ cursor: from(byName, random) }),
    'users: deep page, newest first': async (_i, random) => () =>
      users({ sort: '-createdAt', cursor: from(newest, random) }),
    'users: deep page, by last sign-in': async (_i, random) => () =>
      users({ sort: '-lastLogin', cursor: from(byLogin, random) }),
    'users: by e-mail, inactive': async () => () => users({ sort: 'email', active: false }),
    'users: not activated, newest first': async () => () => users({ sort: '-createdAt', activated: false }),
    'users: active, deep': async (_i, random) => () => users({ active: true, cursor: from(byName, random) }),
    'users: not online': async () => () => users({ online: false }),
    'users: expiring within 7 days': async () => () => users({ expiringWithinDays: 7 }),
    'search: a letter or two': async (_i, random) => () =>
      users({ search: from(people, random)[2].slice(0, 1 + random(2)) }),
    'search: a first name': async (_i, random) => () => users({ search: from(people, random)[2].split(' ')[0] }),
    'search: a first name, newest first': async (_i, random) => () =>
      users({ search: from(people, random)[2].split(' ')[0], sort: '-createdAt' }),
    'search: a first name, inactive': async (_i, random) => () =>
      users({ search: from(people, random)[2].split(' ')[0], active: false }),
    'search: first and family name': async (_i, random) => () => {
      const words = from(people, random)[2].split(' ');
      return users({ search: `${words[0]} ${words.at(-1)}` });
    },
    'search: a whole name': async (_i, random) => () => users({ search: from(people, random)[2] }),
    'search: an e-mail address': async (_i, random) => () => users({ search: from(people, random)[0] }),
    'search: a provider (gmail.com)': async () => () => users({ search: 'gmail.com' }),
    'search: a phone number': async (_i, random) => () => users({ search: from(people, random)[1] }),
    "search: a phone's last 4 digits": async (_i, random) => () => users({ search: from(people, random)[1].slice(-4) }),
    "search: a phone's last 2 digits": async (_i, random) => () => users({ search: from(people, random)[1].slice(-2) }),
    'search: nobody': async (i) => () => users({ search: `zzq${i}` }),
    'a learner, as managers see one': async (_i, random) => () =>
      post('/api/cm/user/fetch-user', { clientId: from(ids.learners, random) }),
    "a course's learners, by name": coursePages({ list: 'assigned' }),
    "a course's learners, by expiry": coursePages({ list: 'assigned', sort: 'expiryDate' }),
    "a course's active learners": coursePages({ list: 'assigned', state: 'active' }),
    "a course's learners, searched by name": async (i, random) => {
      const search = from(people, random)[2].split(' ')[0];
      return await coursePages({ list: 'assigned', search })(i, random);
    },
    "learners who don't have a course": coursePages({ list: 'unassigned' }),
    'both lists of a course': coursePages({}),
    'the largest course, by name': largest({ list: 'assigned' }),
    'the largest course, by expiry': largest({ list: 'assigned', sort: 'expiryDate' }),
    "a learner's courses, as managers see them": async (_i, random) => () =>
      post('/api/cm/user-course/fetch-user-courses', { clientId: from(ids.learners, random), limit: LIMIT }),
    "a course's statistics": async (_i, random) => () =>
      post('/api/cm/user-course/fetch-statistics', { courseId: from(ids.courses, random) }),
    "the largest course's statistics": async () => () =>
      post('/api/cm/user-course/fetch-statistics', { courseId: ids.courses[0] }),
    'the dashboard': async () => () => post('/api/cm/dashboard/fetch-figures', {}),
    'a sign-in of a learner': async (i) => () => signInLearner(i),
    "a learner's own courses": async (i) => () =>
      academy.call('POST', '/api/user-course/fetch-courses', {}, learnerTokens[i % learnerTokens.length]),
  };
  const only = flag('only');
  const rows = [];
  let over = 0;
  for (const [name, what] of Object.entries(cases)) {
    if (only !== undefined && !new RegExp(only).test(name)) continue;
    let figures;
    try {
      const times = await timed(what, RUNS);
      const p99 = quantile(times, 0.99);
      if (p99 > AIM_P99_MS) ++over;
      figures = [ms(quantile(times, 0.5)), ms(p99), ms(Math.max(...times))];
    } catch (error) {
      ++over;
      figures = ['-', '-', String(error.message).slice(-60)];
    }
    rows.push([name, ...figures]);
    console.log([name, ...figures, load()].join(' | '));
  }
  const counted = await psql(urls.enrollment, "SELECT reltuples::bigint FROM pg_class WHERE relname = 'part_progress'");
  table(
    `${LEARNERS} learners, ${COURSES} courses, ${counted} rows of progress; ${RUNS} calls of each kind, one at a time (${load()})`,
    ['call', 'p50', 'p99', 'slowest'],
    rows,
  );
  console.log(`p99 above ${AIM_P99_MS} ms: ${over} of ${rows.length}`);
}

/** Takes enrollment's place in auth's feed beyond what auth keeps, and times the comparison that follows. */
async function repair() {
  await academy.end();
  // The events after the place are gone, as after more than 7 days; some learners were removed in that time.
  await psql(
    urls.auth,
    `INSERT INTO change_feed (at, payload, event_id) SELECT ${Date.now()}, '', i FROM generate_series(1, 5) AS i;
    DELETE FROM change_feed WHERE position < (SELECT MAX(position) FROM change_feed)`,
  );
  await psql(urls.auth, `DELETE FROM learners WHERE number % ${Math.max(2, Math.floor(LEARNERS / 1000))} = 5`);
  await psql(urls.enrollment, `DELETE FROM absences; UPDATE feed_positions SET position = 1 WHERE source = 'auth'`);
  const begun = performance.now();
  await academy.run();
  let missing = 0;
  while (missing === 0) {
    missing = Number(await psql(urls.enrollment, "SELECT COUNT(*) FROM absences WHERE kind = 'learner'"));
    if (performance.now() - begun > 1.5 * AIM_REPAIR_S * 1000) break;
  }
  const seconds = (performance.now() - begun) / 1000;
  const peak = async (name) =>
    Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${await academy.pidOf(name)}/status`, 'utf8'))[1]) / 1024;
  console.log(
    `repair after a feed gap: ${missing} missing learners found in ${seconds.toFixed(1)} s with the start (aim: ${AIM_REPAIR_S} s);` +
      ` enrollment's peak ${(await peak('enrollment')).toFixed(0)} MB, auth's ${(await peak('auth')).toFixed(0)} MB (aim: ${AIM_REPAIR_MB} MB; ${load()})`,
  );
}

try {
  if (!has('repair-only')) {
    await academy.run();
    await pages();
  } else {
    await academy.run();
  }
  if (!has('no-repair')) await repair();
  await academy.end();
} finally {
  if (cluster) {
    await academy.stop().catch(() => undefined);
    cluster.stop();
    await rm(databases, { recursive: true, force: true });
  }
}
