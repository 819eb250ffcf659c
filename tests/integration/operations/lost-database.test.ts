// A database that is missing, older or another one takes nothing from the others, and the right one heals everything.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Api, assign, firstManager, newCourse, newLearner, signIn, type Course } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { copyDatabase, dropDatabase, makeEmpty, moveDatabase } from '../../harness/engine.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

// Academies are started many times.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const run = promisify(execFile);
const FLAGS = ['--bot-check', 'off'];

let data: string;
let aside: string;
let cluster: Cluster | undefined;
let manager: Api;
let course: Course;

beforeEach(async () => {
  manager = new Api('');
  data = await mkdtemp(join(tmpdir(), 'academy-'));
  aside = await mkdtemp(join(tmpdir(), 'academy-'));
  await start();
  manager = (await firstManager(running().url)).api;
  course = await newCourse(manager, 'Course', ['One']);
});

afterEach(async () => {
  await cluster?.stop();
  for (const folder of [data, aside]) await rm(folder, { recursive: true, force: true });
});

const running = () => {
  if (cluster === undefined) throw new Error('the academy does not run');
  return cluster;
};

async function start() {
  cluster = await Cluster.start({ data, flags: FLAGS });
  // Tokens outlive a restart, the address does not.
  manager = new Api(cluster.url, manager.token);
}

async function stop() {
  await running().stop();
  cluster = undefined;
}

async function learnerWithCourse(name: string) {
  const learner = await newLearner(manager, name);
  await assign(manager, course._id, learner._id);
  return learner;
}

const coursesOf = async (email: string) =>
  (await (await signIn(running().url, email)).must<{ result: object[] }>('POST', '/api/user-course/fetch-courses'))
    .result.length;

interface Missing {
  kind: string;
  count: number;
  assignments: number;
  since: string;
  deleteAt: string | null;
  refused: boolean;
  sample: string[];
}

const missing = async () => (await manager.must<{ result: Missing[] }>('POST', '/api/cm/missing/fetch')).result;
const accept = (kind: string, count: number) => manager.put('/api/cm/missing/accept', { kind, count });
const assigned = async () => (await sql(data, 'enrollment', 'SELECT learner_id FROM assignments')).length;
const feeds = async () =>
  (await manager.must<{ result: { name: string; code: string }[] }>('POST', '/api/cm/health/fetch')).result.find(
    ({ name }) => name === 'feeds',
  )?.code;

const absences = async () => (await sql(data, 'enrollment', 'SELECT id FROM absences')).map(({ id }) => id);

test.each(['auth', 'catalog', 'enrollment'] as const)(
  'without the database of %s the academy does not start, makes no other one, and says what to do',
  async (service) => {
    const learner = await learnerWithCourse('Amal');
    await stop();
    await moveDatabase(service, data, join(aside, 'right'));
    await makeEmpty(service, data);
    await expect(Cluster.start({ data, flags: FLAGS })).rejects.toThrow(
      new RegExp(`(no database .*${service}\\.db|database is empty), and there was one.*restore a backup`),
    );
    expect(await readdir(join(data, service))).not.toContain(`${service}.db`);
    await dropDatabase(service, data);
    await moveDatabase(service, join(aside, 'right'), data);
    await start();
    expect(await coursesOf(learner.email)).toBe(1);
  },
);

test('an older copy of auth denies whom it does not know, keeps what they have, and the right one heals it', async () => {
  const first = await learnerWithCourse('Amal');
  await stop();
  await copyDatabase('auth', data, join(aside, 'older'));
  await start();
  const second = await learnerWithCourse('Basma');
  await stop();
  await moveDatabase('auth', data, join(aside, 'right'));
  await moveDatabase('auth', join(aside, 'older'), data);
  await start();
  expect(await coursesOf(first.email)).toBe(1);
  await until('the mark', async () => (await absences()).includes(second._id));
  expect(await sql(data, 'enrollment', `SELECT id FROM assignments WHERE learner_id = '${second._id}'`)).toHaveLength(
    1,
  );
  expect(await missing()).toEqual([
    {
      kind: 'learner',
      count: 1,
      assignments: 1,
      since: expect.any(String),
      deleteAt: expect.any(String),
      refused: false,
      sample: [second._id],
    },
  ]);
  await stop();
  await dropDatabase('auth', data);
  await moveDatabase('auth', join(aside, 'right'), data);
  await start();
  await until('the healing', async () => (await absences()).length === 0);
  expect(await coursesOf(second.email)).toBe(1);
  // The word comes too late to delete anything.
  expect(await accept('learner', 1)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', result: { kind: 'learner', count: 0 } },
  });
  expect(await coursesOf(second.email)).toBe(1);
});

test('a list that lacks many stays refused until an owner says that they are really gone', async () => {
  const first = await learnerWithCourse('Amal');
  await stop();
  await copyDatabase('auth', data, join(aside, 'older'));
  await start();
  for (let i = 0; i < 8; ++i) await learnerWithCourse(`Learner ${i}`);
  await stop();
  await dropDatabase('auth', data);
  await moveDatabase('auth', join(aside, 'older'), data);
  await start();
  await until('the refusal', async () => (await feeds()) === 'list_refused');
  expect(await missing()).toMatchObject([{ kind: 'learner', count: 8, assignments: 8, deleteAt: null, refused: true }]);

  expect(await accept('learner', 7)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', result: { kind: 'learner', count: 8, assignments: 8 } },
  });
  expect(await assigned()).toBe(9);

  expect(await accept('learner', 8)).toMatchObject({
    status: 200,
    body: { result: { kind: 'learner', count: 8, assignments: 8 } },
  });
  expect(await assigned()).toBe(1);
  expect(await missing()).toEqual([]);
  expect(await coursesOf(first.email)).toBe(1);
  await until('the event', async () => {
    const { result } = await manager.must<{ result: { action: string; details: object }[] }>(
      'POST',
      '/api/cm/audit/fetch-events',
      { action: 'learner.missing_deleted' },
    );
    if (result.length === 0) return false;
    expect(result).toMatchObject([{ details: { learners: '8', assignments: '8' } }]);
    return true;
  });

  // The list is believed from now on.
  await stop();
  await start();
  await until('the feeds', async () => (await feeds()) === 'ok');
  expect(await missing()).toEqual([]);
});

test('another academy’s database is refused, and named', async () => {
  const learner = await learnerWithCourse('Amal');
  const other = await Cluster.start({ flags: FLAGS });
  await other.stop({ keepData: true });
  await stop();
  await moveDatabase('auth', data, join(aside, 'right'));
  await moveDatabase('auth', other.data, data);
  await rm(other.data, { recursive: true });
  await expect(Cluster.start({ data, flags: FLAGS })).rejects.toThrow(/another academy's database/);
  await dropDatabase('auth', data);
  await moveDatabase('auth', join(aside, 'right'), data);
  await start();
  expect(await coursesOf(learner.email)).toBe(1);
});

test('a process started by hand on a running academy ends at once and disturbs nothing', async () => {
  const pid = await running().pidOf('auth');
  const byHand = run(join(ROOT, 'out/bin/auth'), ['--data', data, '--grpc_port', '0']);
  await expect(byHand).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('another process holds') });
  expect(await running().pidOf('auth')).toBe(pid);
  expect((await fetch(`${running().url}/readyz`)).status).toBe(200);
});
