// What every edge shows is what the databases have: none of them has missed a change that another one made.
import { settled } from '../prove/calls.mjs';
import { EdgeCalls } from './calls.mjs';
import { until } from './until.mjs';

const SETTLE_MS = 15_000;
const PAGE = 1000;
const LISTS = [
  {
    ...{ method: 'POST', path: '/api/cm/course/fetch-courses', service: 'catalog' },
    sql: 'SELECT id, title AS name FROM courses WHERE id NOT IN (SELECT course_id FROM binned_courses)',
    shown: ({ _id, title }) => [_id, title],
  },
  {
    ...{ method: 'PUT', path: '/api/cm/user/fetch-users', service: 'auth' },
    sql: 'SELECT id, fullname AS name FROM learners WHERE id NOT IN (SELECT learner_id FROM binned_learners)',
    shown: ({ _id, fullname }) => [_id, fullname],
  },
];

export class Edges {
  constructor(academy, checker, world) {
    Object.assign(this, { academy, checker, world });
  }

  async check() {
    for (const url of this.academy.urls) for (const list of LISTS) await this.#compare(url, list);
  }

  /** A learner's last session is good at every edge, the one before at none, and no database has two. */
  async checkSessions(clients) {
    const sql = 'SELECT user_id FROM sessions WHERE kind = 2 AND ended_at = 0 GROUP BY user_id HAVING COUNT(*) > 1';
    for (const row of await this.academy.databases.rows('auth', sql)) {
      this.checker.find('doubled', `the learner ${row.user_id} has several sessions`);
    }
    for (const url of this.academy.urls) {
      const calls = new EdgeCalls([url], this.checker.journal);
      const ask = (token) => calls.once({ method: 'POST', path: '/api/user/fetch-info', body: {}, token });
      for (const { number, token, revoked } of clients) {
        const now = token && (await settled(() => ask(token)));
        if (now && now.outcome !== 'ok')
          this.checker.find('lost', `the session of client ${number} at ${url}: ${now.status} ${now.body.code}`);
        const before = revoked.length > 0 && (await settled(() => ask(revoked.at(-1))));
        if (before && before.status !== 401)
          this.checker.find('wrong', `${url} answers ${before.status} to a token of client ${number} that has ended`);
      }
    }
  }

  async #compare(url, { method, path, service, sql, shown }) {
    const calls = new EdgeCalls([url], this.checker.journal);
    const rows = await this.academy.databases.rows(service, sql);
    const expected = sorted(rows.map(({ id, name }) => [id, name]));
    const ask = async () => {
      const request = { method, path, body: { limit: PAGE }, token: this.world.token };
      const { body } = await settled(() => calls.once(request));
      return sorted((body.result ?? []).map(shown)) === expected;
    };
    await until(path, ask, SETTLE_MS).catch(() =>
      this.checker.find('wrong', `${url}${path} is not what ${service} has`),
    );
  }
}

const sorted = (pairs) => JSON.stringify(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
