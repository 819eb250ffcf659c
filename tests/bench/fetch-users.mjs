// A manager's page of 50 learners among 100,000, at the edge: by name and in other orders, searched, deep in the list.
// Compared with `check`, the smallest call that takes the same path (edge, auth, database), in the same run.
import { Academy } from './lib/academy.mjs';
import { load, medians, ms, table } from './lib/report.mjs';
import { wrk } from './lib/wrk.mjs';

const LEARNERS = 100_000;
const LIMIT = 50;
const SECONDS = 2;
const RUNS = 3;
const AIM_MS = 20;
// Two managers at a time.
const CONNECTIONS = 2;

const academy = await Academy.start(LEARNERS);
try {
  const { token } = await academy.call('POST', '/api/cm/auth/login', {
    email: academy.manager,
    password: academy.password,
  });
  const users = (body) => academy.call('PUT', '/api/cm/user/fetch-users', body, token);

  /** The cursor after `count` learners. */
  const cursorAfter = async (count, query) => {
    let cursor;
    for (let seen = 0; seen < count; seen += 1000) {
      ({ nextCursor: cursor } = await users({ ...query, limit: 1000, ...(cursor ? { cursor } : {}) }));
    }
    return { ...query, cursor };
  };

  const cases = {
    'by name': {},
    'by name, after 50,000': await cursorAfter(50_000, {}),
    'by e-mail': { sort: 'email' },
    'newest first': { sort: '-createdAt' },
    'newest first, after 90,000': await cursorAfter(90_000, { sort: '-createdAt' }),
    'by last sign-in': { sort: '-lastLogin' },
    'only active': { active: true },
    'only deactivated, newest first': { active: false, sort: '-createdAt' },
    'search أحمد (8 of 100, folded)': { search: 'أحمد' },
    'search أحمد, newest first': { search: 'أحمد', sort: '-createdAt' },
    'search أحمد, after 5,000': await cursorAfter(5000, { search: 'أحمد' }),
    'search فاطمه الحربي (two words)': { search: 'فاطمه الحربي' },
    'search م (a letter)': { search: 'م' },
    'search learner (everybody)': { search: 'learner' },
    'search learner-77777 (one)': { search: 'learner-77777' },
    'search ٠٥ (digits)': { search: '٠٥' },
    'search قققق (nobody)': { search: 'قققق' },
    'search الأحمدي, only active, by e-mail': { search: 'الأحمدي', active: true, sort: 'email' },
  };

  const measure = async (verb, path, body) => {
    // Inside Lua's long brackets JSON needs no escaping.
    const script = `
      local headers = {["Content-Type"] = "application/json", ["Authorization"] = "Bearer ${token}"}
      local text
      -- The host is known from here on.
      function init() text = wrk.format("${verb}", "${path}", headers, [==[${JSON.stringify(body)}]==]) end
      function request() return text end`;
    const once = () => wrk(academy, { script, seconds: SECONDS, connections: CONNECTIONS });
    return medians(RUNS, once, { p50: (r) => r.p50, p99: (r) => r.p99, perSecond: (r) => r.perSecond });
  };

  const smallest = await measure('POST', '/api/cm/auth/check', {});
  const rows = [['(check)', '', ms(smallest.p50), ms(smallest.p99), '1.0']];
  let worst = 0;
  for (const [name, query] of Object.entries(cases)) {
    const body = { ...query, limit: LIMIT };
    const { total } = await users(body);
    const figures = await measure('PUT', '/api/cm/user/fetch-users', body);
    worst = Math.max(worst, figures.p99);
    rows.push([name, String(total), ms(figures.p50), ms(figures.p99), (figures.p99 / smallest.p99).toFixed(1)]);
  }
  table(
    `A page of ${LIMIT} of ${LEARNERS} learners, ${CONNECTIONS} at a time; medians of ${RUNS} runs of ${SECONDS} s (${load()})`,
    ['page', 'found', 'p50', 'p99', 'p99 / check'],
    rows,
  );
  console.log(`slowest p99: ${ms(worst)} (aim: under ${AIM_MS} ms)`);
} finally {
  await academy.stop();
}
