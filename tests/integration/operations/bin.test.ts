// Deleting is undoable: what is deleted is gone everywhere at once, comes back whole, and goes for good only when the bin
// is emptied.
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  Api,
  assign,
  firstManager,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  type Assignment,
  type Course,
  type Learner,
  type MyCourse,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { addresses } from '../../harness/playlists.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

const DAY_MS = 86_400_000;

interface BinItem {
  _id: string;
  kind: 'course' | 'learner';
  title: string;
  deletedAt: string;
  deletedBy: string;
  purgeAt: string;
}
interface BinPage {
  result: BinItem[];
  nextCursor: string | null;
  total: number;
}

let cluster: Cluster;
let media: MediaFolder;
let manager: Api;

beforeAll(async () => {
  media = await MediaFolder.create();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', '--bin-days', '7'] });
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
});

const bin = (body: object = {}) => manager.must<BinPage>('POST', '/api/cm/bin/fetch-items', body);
const inBin = async (_id: string) => (await bin({ limit: 1000 })).result.find((item) => item._id === _id);
const restore = (_id: string) => manager.put('/api/cm/bin/restore', { _id });
const purge = (_id: string) => manager.put('/api/cm/bin/purge', { _id });
const deleteCourse = (course: Course) =>
  manager.must('DELETE', '/api/cm/course/delete-course', { courseId: course._id });
const deleteLearner = (learner: Learner) => manager.must('PUT', '/api/cm/user/remove-user', { clientId: learner._id });
const coursesOf = async (session: Api) =>
  (await session.must<{ result: Assignment[] }>('POST', '/api/user-course/fetch-courses')).result;
const learnersOf = async (course: Course) =>
  (
    await manager.must<{ result: Assignment[] }>('POST', '/api/cm/user-course/fetch-users-course', {
      courseId: course._id,
    })
  ).result;
const status = async (url: URL) => {
  const answer = await fetch(url, { headers: { range: 'bytes=0-9' } });
  await answer.arrayBuffer();
  return answer.status;
};
const watch = async (session: Api, course: Course) =>
  (await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', { courseId: course._id })).result;

/** A learner with a course of one video, who has watched some of it. */
async function watching() {
  const asset = await readyAsset(manager, await media.mp4('lesson.mp4', 8));
  const course = await setVideos(manager, await newCourse(manager, 'Watched', ['one']), [asset._id]);
  const learner = await newLearner(manager, 'Amal');
  const assignment = await assign(manager, course._id, learner._id);
  const session = await signIn(cluster.url, learner.email);
  await session.must('PUT', '/api/user-course/update-progress', {
    courseId: course._id,
    partId: course.parts[0]?._id,
    position: 4,
    watched: [[0, 4]],
  });
  const mine = await watch(session, course);
  const urls = await addresses(cluster.url, Object.values(mine.playback)[0]?.hls ?? '');
  return { asset, course, learner, assignment, session, urls, progress: mine.progress };
}

const blobsOf = async (assetId: string) =>
  (await readdir(join(cluster.data, 'blobs', 'media', assetId)).catch(() => [])).length;

test('the pages are told how long things stay in the bin', async () => {
  const { body } = await new Api(cluster.url).call<{ result: { binDays: number } }>('GET', '/api/public/site');
  expect(body.result.binDays).toBe(7);
});

test('a deleted course is gone everywhere, and restored it is as it was: assignments, progress, parts and media', async () => {
  const { asset, course, learner, assignment, session, urls, progress } = await watching();
  const begun = Date.now();
  await deleteCourse(course);
  await until('the end of playback', async () => (await status(urls.key)) === 403);
  expect(await coursesOf(session)).toEqual([]);
  const listed = await manager.must<{ result: Course[] }>('POST', '/api/cm/course/fetch-courses');
  expect(listed.result.map(({ _id }) => _id)).not.toContain(course._id);
  const site = await new Api(cluster.url).must<{ result: Course[] }>('POST', '/api/public/fetch-courses');
  expect(JSON.stringify(site.result)).not.toContain(course._id);
  const own = await manager.must<{ userCourses: Assignment[] }>('POST', '/api/cm/user-course/fetch-user-courses', {
    clientId: learner._id,
  });
  expect(own.userCourses).toEqual([]);
  expect((await manager.post('/api/cm/media/fetch-preview', { assetId: asset._id })).status).toBe(404);
  expect((await manager.put('/api/cm/course/update-course', { courseId: course._id, title: 'x' })).status).toBe(404);

  const item = await inBin(course._id);
  expect(item).toMatchObject({ kind: 'course', title: 'Watched', deletedBy: 'First Manager' });
  expect(Date.parse(item?.deletedAt ?? '')).toBeGreaterThanOrEqual(begun - 1000);
  expect(Date.parse(item?.purgeAt ?? '') - Date.parse(item?.deletedAt ?? '')).toBe(7 * DAY_MS);

  expect((await restore(course._id)).status).toBe(200);
  await until('the assignment', async () => (await coursesOf(session)).length === 1);
  expect((await coursesOf(session))[0]?._id).toBe(assignment._id);
  const again = await watch(session, course);
  expect(again.progress).toEqual(progress);
  expect(again.course.parts.map(({ _id }) => _id)).toEqual(course.parts.map(({ _id }) => _id));
  await until('playback', async () => (await status(urls.key)) === 200);
  expect(await inBin(course._id)).toBeUndefined();
  expect((await restore(course._id)).body).toMatchObject({ code: 'bin_item_not_found' });
});

test('a deleted learner is signed out and gone, and restored continues where they left off', async () => {
  const { course, learner, assignment, session, urls, progress } = await watching();
  await deleteLearner(learner);
  expect(await session.post('/api/user-course/fetch-courses')).toMatchObject({
    status: 401,
    body: { code: 'removed' },
  });
  await until('the end of playback', async () => (await status(urls.key)) === 403);
  await until('the list', async () => (await learnersOf(course)).length === 0);
  const login = { email: learner.email, password: PASSWORD };
  expect((await new Api(cluster.url).post('/api/auth/login', login)).body).toMatchObject({ code: 'user_not_found' });
  expect((await manager.post('/api/cm/user/fetch-user', { clientId: learner._id })).status).toBe(404);
  expect(await inBin(learner._id)).toMatchObject({ kind: 'learner', title: 'Amal', deletedBy: 'First Manager' });

  expect((await restore(learner._id)).status).toBe(200);
  await until('the list', async () => (await learnersOf(course)).length === 1);
  const back = await signIn(cluster.url, learner.email);
  expect((await coursesOf(back))[0]?._id).toBe(assignment._id);
  expect((await watch(back, course)).progress).toEqual(progress);
});

test('an address that was taken meanwhile keeps its learner in the bin', async () => {
  const learner = await newLearner(manager);
  await deleteLearner(learner);
  const body = { email: learner.email, password: PASSWORD, fullname: 'Another' };
  const { result } = await manager.must<{ result: Learner }>('POST', '/api/cm/user/create-user', body);
  expect(await restore(learner._id)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  expect(await inBin(learner._id)).toBeDefined();
  await deleteLearner(result);
  expect((await restore(learner._id)).status).toBe(200);
});

test('what is purged is really gone: rows, assignments, progress, and the files of videos', async () => {
  const { asset, course, learner } = await watching();
  expect((await purge(course._id)).body).toMatchObject({ code: 'bin_item_not_found' });
  await deleteCourse(course);
  await deleteLearner(learner);
  expect(await blobsOf(asset._id)).toBeGreaterThan(0);
  expect((await purge(course._id)).status).toBe(200);
  expect((await purge(learner._id)).status).toBe(200);
  await until('the end of the files', async () => (await blobsOf(asset._id)) === 0);
  for (const table of ['assignments', 'part_progress', 'course_progress']) {
    const rows = `SELECT course_id FROM ${table} WHERE course_id = '${course._id}' OR learner_id = '${learner._id}'`;
    await until(`the end of ${table}`, async () => (await sql(cluster.data, 'enrollment', rows)).length === 0);
  }
  expect(await sql(cluster.data, 'auth', `SELECT id FROM learners WHERE id = '${learner._id}'`)).toEqual([]);
  expect(await sql(cluster.data, 'catalog', `SELECT id FROM courses WHERE id = '${course._id}'`)).toEqual([]);
  for (const _id of [course._id, learner._id]) {
    expect(await restore(_id)).toMatchObject({ status: 404, body: { code: 'bin_item_not_found' } });
  }
});

test('what is asked again with its key happened once and is answered alike', async () => {
  for (const path of ['/api/cm/bin/restore', '/api/cm/bin/purge']) {
    const course = await newCourse(manager, 'Twice');
    await deleteCourse(course);
    const learner = await newLearner(manager, 'Twice');
    await deleteLearner(learner);
    for (const _id of [course._id, learner._id]) {
      const key = randomUUID();
      const first = await manager.call('PUT', path, { _id }, key);
      expect(first.status).toBe(200);
      const again = await manager.call('PUT', path, { _id }, key);
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(await manager.call('PUT', path, { _id: randomUUID() }, key)).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      });
      expect((await manager.put(path, { _id })).status).toBe(404);
    }
  }
  expect((await manager.call('PUT', '/api/cm/bin/restore', { _id: 'x' }, 'short')).status).toBe(400);
});

test('both kinds are one list, page by page', async () => {
  const deleted: string[] = [];
  for (let i = 0; i < 3; ++i) {
    const course = await newCourse(manager, `Page ${i}`);
    await deleteCourse(course);
    const learner = await newLearner(manager, `Page ${i}`);
    await deleteLearner(learner);
    deleted.unshift(learner._id, course._id);
  }
  const found: BinItem[] = [];
  let cursor: string | null = '';
  const { total } = await bin();
  while (cursor !== null) {
    const page: BinPage = await bin({ limit: 2, ...(cursor && { cursor }) });
    expect(page.total).toBe(total);
    found.push(...page.result);
    cursor = page.nextCursor;
  }
  expect(found).toHaveLength(total);
  expect(new Set(found.map(({ _id }) => _id)).size).toBe(total);
  const times = found.map(({ deletedAt }) => deletedAt);
  expect(times).toEqual(times.toSorted().reverse());
  expect(new Set(found.slice(0, 6).map(({ _id }) => _id))).toEqual(new Set(deleted));
  expect((await manager.post('/api/cm/bin/fetch-items', { cursor: 'nonsense' })).status).toBe(422);
});

describe('while enrollment is down', () => {
  /** Runs `work` without enrollment, which the academy's command starts again afterwards. */
  async function without(work: () => Promise<void>) {
    await cluster.freeze(await cluster.pidOf('enrollment'));
    await work();
    await cluster.restart('enrollment');
  }

  test('what is deleted is denied as soon as enrollment is back, and restored again likewise', async () => {
    const { course, learner, session, assignment } = await watching();
    await without(async () => {
      await deleteCourse(course);
    });
    await until('the denial', async () => (await coursesOf(session)).length === 0);
    await without(async () => {
      expect((await restore(course._id)).status).toBe(200);
      await deleteLearner(learner);
    });
    await until('the list', async () => (await learnersOf(course)).length === 0);
    await without(async () => {
      expect((await restore(learner._id)).status).toBe(200);
    });
    await until('the list', async () => (await learnersOf(course)).length === 1);
    expect((await learnersOf(course))[0]?._id).toBe(assignment._id);
  });

  test('what is deleted, restored or purged in one absence is so afterwards', async () => {
    const [back, gone] = [await newCourse(manager, 'Back'), await newCourse(manager, 'Gone')];
    const learner = await newLearner(manager);
    await assign(manager, back._id, learner._id);
    await assign(manager, gone._id, learner._id);
    await without(async () => {
      await deleteCourse(back);
      await deleteCourse(gone);
      expect((await restore(back._id)).status).toBe(200);
      expect((await purge(gone._id)).status).toBe(200);
    });
    const session = await signIn(cluster.url, learner.email);
    await until('both changes', async () => {
      const rows = await sql(
        cluster.data,
        'enrollment',
        `SELECT id FROM assignments WHERE learner_id = '${learner._id}'`,
      );
      return rows.length === 1;
    });
    expect((await coursesOf(session)).map(({ courseId }) => courseId)).toEqual([back._id]);
  });
});
