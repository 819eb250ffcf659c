// When learners' sessions end by themselves, over the whole academy. Time goes by in the database of a stopped academy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Api, firstManager, newLearner, signIn, type Learner } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { failure } from '../../harness/expected.ts';
import { LiveConnection } from '../../harness/live.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

let data: string;
let cluster: Cluster;
let manager: Api;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'academy-'));
  cluster = await start();
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
  await rm(data, { recursive: true, force: true });
});

const start = (...flags: string[]) => Cluster.start({ data, flags: ['--bot-check', 'off', ...flags] });

/** Stops the academy, changes its database and starts it again. */
async function meanwhile(statements: string, ...flags: string[]): Promise<void> {
  await cluster.stop();
  await sql(data, 'auth', statements);
  cluster = await start(...flags);
  manager = new Api(cluster.url, manager.token);
}

async function learnerWithSession(): Promise<{ learner: Learner; token: string }> {
  const learner = await newLearner(manager);
  return { learner, token: (await signIn(cluster.url, learner.email)).token ?? '' };
}

const age = (column: 'last_used_at' | 'created_at', by: number, { _id }: Learner) =>
  `UPDATE sessions SET ${column} = ${column} - ${by} WHERE user_id = '${_id}';`;

async function lastUseOf({ _id }: Learner): Promise<number> {
  const rows = await sql(data, 'auth', `SELECT last_used_at FROM sessions WHERE user_id = '${_id}'`);
  return Number(rows[0]?.['last_used_at']);
}

test('a session ends after fourteen days without use and after ninety days, and its holder is told why', async () => {
  const away = await learnerWithSession();
  const old = await learnerWithSession();
  const here = await learnerWithSession();
  await meanwhile(
    age('last_used_at', 14 * DAY_MS, away.learner) +
      age('created_at', 90 * DAY_MS, old.learner) +
      age('last_used_at', 13 * DAY_MS, here.learner) +
      age('created_at', 89 * DAY_MS, here.learner),
  );
  for (const [{ learner, token }, code] of [
    [away, 'idle'],
    [old, 'expired'],
  ] as const) {
    const session = new Api(cluster.url, token);
    expect(await session.post('/api/user/fetch-info')).toMatchObject(failure(401, code, 'Please sign in again'));
    expect((await session.post('/api/auth/trylogin')).body).toMatchObject({ status: false, code });
    const live = new LiveConnection(cluster.url, token);
    await until('the refusal', () => live.codes.length > 0);
    expect(live.codes).toEqual([code]);
    live.close();
    const ended = await manager.must<{ result: { reason: string | null }[] }>('POST', '/api/cm/user/fetch-sessions', {
      clientId: learner._id,
    });
    expect(ended.result.map(({ reason }) => reason)).toEqual([code]);
    await signIn(cluster.url, learner.email);
  }
  await new Api(cluster.url, here.token).must('POST', '/api/user/fetch-info');
});

test('use puts the end off, also that of an academy that was restarted since', async () => {
  const { learner, token } = await learnerWithSession();
  await meanwhile(age('last_used_at', 13 * DAY_MS, learner));
  const session = new Api(cluster.url, token);
  for (let call = 0; call < 5; ++call) await session.must('POST', '/api/user/fetch-info');
  const before = Date.now() - HOUR_MS;
  await until('the record of the use', async () => (await lastUseOf(learner)) > before);
  const recorded = await lastUseOf(learner);
  for (let call = 0; call < 5; ++call) await session.must('POST', '/api/user/fetch-info');
  expect(await lastUseOf(learner)).toBe(recorded);
  await meanwhile(age('last_used_at', 13 * DAY_MS, learner));
  await new Api(cluster.url, token).must('POST', '/api/user/fetch-info');
});

test('an open page hears that its session was idle for too long', async () => {
  await meanwhile('', '--learner-session-idle', '10s');
  const { token } = await learnerWithSession();
  const live = await new LiveConnection(cluster.url, token).connected();
  expect((await live.got('logout')).args).toEqual([{ reason: 'idle' }]);
  live.close();
});

test('a flag that is no time is refused', async () => {
  await expect(Cluster.start({ flags: ['--learner-session-max', 'ninety'] })).rejects.toThrow(
    /--learner-session-max ninety is not valid/,
  );
});
