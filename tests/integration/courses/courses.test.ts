import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newManager } from '../../harness/authorization/prepared.ts';
import {
  Api,
  assign,
  day,
  firstManager,
  newCourse,
  newLearner,
  signIn,
  signInManager,
  type Assignment,
  type Course,
  type Learner,
  type MyCourse,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { fileBlob, MediaFolder, readyAsset } from '../../harness/media.ts';
import { until } from '../../harness/until.ts';

const UNKNOWN = '0192f0c1-2345-7abc-8def-0123456789ab';

let cluster: Cluster;
let media: MediaFolder;
let manager: Api;

beforeAll(async () => {
  media = await MediaFolder.create();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', '--timezone', 'Asia/Riyadh'] });
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
});

describe('courses', () => {
  test('a course keeps its picture, re-encoded, and everyone sees it', async () => {
    const form = new FormData();
    form.set('title', 'أساسيات البرمجة');
    form.set('description', 'من الصفر');
    form.set('parts', JSON.stringify([{ title: 'الدرس الأول' }, { title: 'الدرس الثاني', description: 'تتمة' }]));
    form.set('image', await fileBlob(await media.picture('cover.png'), 'image/png'));
    const answer = await manager.put<{ result: Course }>('/api/cm/course/create-course', form);
    expect(answer.status).toBe(201);
    const course = answer.body.result;
    expect(course.id).toBe(course._id);
    expect(course.parts.map((part) => part.title)).toEqual(['الدرس الأول', 'الدرس الثاني']);
    expect(course.parts[1]).toMatchObject({ description: 'تتمة', video: null, duration: 0 });
    const picture = await fetch(cluster.url + course.image);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toMatch(/^image\/(webp|jpeg|avif)$/);
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100);
    // The other forms: half as wide, and JPEG for clients that cannot read WebP.
    const stem = course.image?.replace(/\.webp$/, '') ?? '';
    for (const [name, type] of Object.entries({
      [`${stem}-640.webp`]: 'image/webp',
      [`${stem}.jpg`]: 'image/jpeg',
      [`${stem}-640.jpg`]: 'image/jpeg',
    })) {
      const other = await fetch(cluster.url + name);
      expect(other.status, name).toBe(200);
      expect(other.headers.get('content-type'), name).toBe(type);
    }

    const visitors = await new Api(cluster.url).must<{ result: { _id: string; partsCount: number }[] }>(
      'POST',
      '/api/public/fetch-courses',
    );
    expect(visitors.result.find((entry) => entry._id === course._id)).toMatchObject({ partsCount: 2 });
  });

  test('a file that is not a picture is refused whatever its name', async () => {
    const form = new FormData();
    form.set('title', 'T');
    form.set('description', 'D');
    form.set('image', new File(['<svg onload="alert(1)">'], 'cover.png', { type: 'image/png' }));
    expect((await manager.put('/api/cm/course/create-course', form)).status).toBe(422);
  });

  test('a picture above five megabytes is 413', async () => {
    const form = new FormData();
    form.set('title', 'T');
    form.set('description', 'D');
    form.set('image', new File([new Uint8Array(5 * 1024 * 1024 + 1).fill(0xff)], 'cover.jpg', { type: 'image/jpeg' }));
    expect((await manager.put('/api/cm/course/create-course', form)).status).toBe(413);
  });

  test('a title is required and bounded', async () => {
    for (const title of ['', 'x'.repeat(201)]) {
      const form = new FormData();
      form.set('title', title);
      form.set('description', '');
      const answer = await manager.put('/api/cm/course/create-course', form);
      expect(answer.status).toBe(422);
      expect(answer.body.data?.map((violation) => violation.field)).toEqual(['title']);
    }
  });

  test('an update leaves absent fields unchanged, and keeps the ids and the order of parts', async () => {
    const course = await newCourse(manager, 'Update me', ['one', 'two']);
    const renamed = await manager.must<{ result: Course }>('PUT', '/api/cm/course/update-course', {
      courseId: course._id,
      title: 'Updated',
    });
    expect(renamed.result).toMatchObject({ title: 'Updated', description: course.description });
    expect(renamed.result.parts).toHaveLength(2);
    const [one, two] = course.parts;
    const moved = await manager.must<{ result: Course }>('PUT', '/api/cm/course/update-course', {
      courseId: course._id,
      parts: [{ _id: two?._id, title: 'two' }, { title: 'new' }, { _id: one?._id, title: 'one, renamed' }],
    });
    expect(moved.result.parts.map((part) => part.title)).toEqual(['two', 'new', 'one, renamed']);
    expect(moved.result.parts[0]?._id).toBe(two?._id);
    expect(moved.result.parts[2]?._id).toBe(one?._id);
  });

  test('a course of five hundred parts is created, reordered and watched like any other', async () => {
    const titles = Array.from({ length: 500 }, (_, index) => `الدرس ${index + 1}`);
    const course = await newCourse(manager, 'Long', titles);
    expect(course.parts.map((part) => part.title)).toEqual(titles);
    const asset = await readyAsset(manager, await media.mp4('short.mp4', 1));
    const parts = course.parts
      .toReversed()
      .map((part) => ({ _id: part._id, title: part.title, video: { assetId: asset._id } }));
    const { result } = await manager.must<{ result: Course }>('PUT', '/api/cm/course/update-course', {
      courseId: course._id,
      parts,
    });
    expect(result.parts.map((part) => part._id)).toEqual(parts.map((part) => part._id));
    const learner = await newLearner(manager);
    await assign(manager, course._id, learner._id);
    const session = await signIn(cluster.url, learner.email);
    const open = { courseId: course._id };
    const mine = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', open);
    expect(mine.result.course.parts).toHaveLength(500);
    expect(Object.keys(mine.result.playback)).toHaveLength(500);
  });

  test('two managers set the videos of two parts at once, and both stay', async () => {
    const other = await signInManager(cluster.url, (await newManager(manager)).email);
    const file = await media.mp4('short.mp4', 1);
    const first = (await readyAsset(manager, file))._id;
    const second = (await readyAsset(other, file))._id;
    for (let round = 0; round < 10; ++round) {
      const course = await newCourse(manager, `Two hands ${round}`, ['one', 'two', 'three']);
      const [one, two, three] = course.parts.map(({ _id }) => _id);
      const set = (api: Api, partId = '', assetId = '') =>
        api.must('PUT', '/api/cm/course/set-part-video', { courseId: course._id, partId, assetId });
      await Promise.all([set(manager, one, first), set(other, two, second)]);
      for (const api of [manager, other]) {
        const { result } = await api.must<{ result: Course }>('POST', '/api/cm/course/fetch-course', {
          courseId: course._id,
        });
        expect(result.parts.map(({ _id, video }) => [_id, video?.assetId])).toEqual([
          [one, first],
          [two, second],
          [three, undefined],
        ]);
      }
    }
  });

  test('a course alone is exactly as in the list, and setting a video answers the same', async () => {
    const asset = await readyAsset(manager, await media.mp4('short.mp4', 1));
    const { _id: courseId, parts } = await newCourse(manager, 'Alone', ['one', 'two']);
    const set = await manager.must<{ result: Course }>('PUT', '/api/cm/course/set-part-video', {
      courseId,
      partId: parts[1]?._id,
      assetId: asset._id,
    });
    const alone = await manager.must<{ result: Course }>('POST', '/api/cm/course/fetch-course', { courseId });
    const list = await manager.must<{ result: Course[] }>('POST', '/api/cm/course/fetch-courses');
    expect(alone.result.parts[1]).toMatchObject({ title: 'two', video: { assetId: asset._id, status: 'ready' } });
    expect(alone.result).toEqual(list.result.find(({ _id }) => _id === courseId));
    expect(set.result).toEqual(alone.result);
  });

  test('a part’s video is refused for an unknown course, part or asset, and is not taken away by an empty one', async () => {
    const asset = await readyAsset(manager, await media.mp4('short.mp4', 1));
    const { _id: courseId, parts } = await newCourse(manager, 'Kept', ['one']);
    const known = { courseId, partId: parts[0]?._id, assetId: asset._id };
    const set = (change: object) => manager.put('/api/cm/course/set-part-video', { ...known, ...change });
    expect((await set({})).status).toBe(200);
    expect(await set({ courseId: UNKNOWN })).toMatchObject({ status: 404, body: { code: 'course_not_found' } });
    expect(await set({ partId: UNKNOWN })).toMatchObject({ status: 404, body: { code: 'part_not_found' } });
    expect(await set({ assetId: UNKNOWN })).toMatchObject({ status: 404, body: { code: 'asset_not_found' } });
    expect(await set({ assetId: '' })).toMatchObject({ status: 422, body: { data: [{ field: 'assetId' }] } });
    const alone = await manager.must<{ result: Course }>('POST', '/api/cm/course/fetch-course', { courseId });
    expect(alone.result.parts[0]?.video?.assetId).toBe(asset._id);
    const unknown = await manager.post('/api/cm/course/fetch-course', { courseId: UNKNOWN });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'course_not_found' } });
  });

  test('an unknown asset or course is 404', async () => {
    const course = await newCourse(manager, 'No video', ['one']);
    const parts = [{ title: 'x', video: { assetId: UNKNOWN } }];
    expect((await manager.put('/api/cm/course/update-course', { courseId: course._id, parts })).status).toBe(404);
    expect((await manager.put('/api/cm/course/update-course', { courseId: UNKNOWN, title: 'x' })).status).toBe(404);
    expect((await manager.call('DELETE', '/api/cm/course/delete-course', { courseId: UNKNOWN })).status).toBe(404);
  });
});

describe('assignments', () => {
  test('dates are days of the academy, and assigning twice updates', async () => {
    const course = await newCourse(manager, 'Dated');
    const learner = await newLearner(manager);
    const body = { courseId: course._id, userIds: [learner._id], startDate: '2030-01-02', expiryDate: '2030-01-05' };
    type Lists = { result: Assignment[]; users: Learner[] };
    const first = await manager.must<Lists>('PUT', '/api/cm/user-course/assign-user-course', body);
    expect(first.result).toHaveLength(1);
    // Riyadh is three hours ahead, without summer time; an expiry day lasts to its end.
    expect(first.result[0]).toMatchObject({
      clientId: learner._id,
      userId: learner._id,
      startDate: '2030-01-01T21:00:00.000Z',
      expiryDate: '2030-01-05T20:59:59.999Z',
      state: 'upcoming',
      user: { email: learner.email },
      course: { title: 'Dated' },
    });
    expect(first.users.map((user) => user._id)).not.toContain(learner._id);
    const again = await manager.must<Lists>('PUT', '/api/cm/user-course/assign-user-course', {
      ...body,
      startDate: '2020-01-01',
    });
    expect(again.result).toHaveLength(1);
    expect(again.result[0]).toMatchObject({ _id: first.result[0]?._id, state: 'active' });

    const dates = { startDate: day(-9), expiryDate: day(-3) };
    const updated = await manager.must<{ result: Assignment }>('PUT', '/api/cm/user-course/update-expdate', {
      courseId: first.result[0]?._id,
      ...dates,
    });
    expect(updated.result.state).toBe('expired');
    const byCourse = await manager.must<{ result: Assignment }>('PUT', '/api/cm/user-course/update-expdate', {
      courseId: course._id,
      clientId: learner._id,
      startDate: '2020-01-01T00:00:00Z',
      expiryDate: '2040-01-01T00:00:00Z',
    });
    expect(byCourse.result).toMatchObject({ state: 'active', expiryDate: '2040-01-01T00:00:00.000Z' });
  });

  test('an expiry before its start is 422, a bad date too', async () => {
    const course = await newCourse(manager, 'Wrong dates');
    const learner = await newLearner(manager);
    const body = { courseId: course._id, userIds: [learner._id] };
    for (const dates of [
      { startDate: '2030-01-02', expiryDate: '2030-01-01' },
      { startDate: '2030-02-30', expiryDate: '2030-03-01' },
      { startDate: 'soon', expiryDate: '2030-03-01' },
    ]) {
      expect((await manager.put('/api/cm/user-course/assign-user-course', { ...body, ...dates })).status).toBe(422);
    }
  });

  test('a list with one unknown id changes nothing and names it', async () => {
    const course = await newCourse(manager, 'All or nothing');
    const learner = await newLearner(manager);
    const body = { courseId: course._id, userIds: [learner._id, UNKNOWN], startDate: day(0), expiryDate: day(1) };
    const answer = await manager.put('/api/cm/user-course/assign-user-course', body);
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).toContain(UNKNOWN);
    const lists = await manager.must<{ result: Assignment[] }>('POST', '/api/cm/user-course/fetch-users-course', {
      courseId: course._id,
    });
    expect(lists.result).toEqual([]);
  });

  test('a learner sees their own courses with their state, and can open only active ones', async () => {
    const learner = await newLearner(manager);
    const [active, upcoming, expired, foreign] = await Promise.all(
      ['active', 'upcoming', 'expired', 'foreign'].map((title) => newCourse(manager, title, ['one'])),
    );
    if (!active || !upcoming || !expired || !foreign) throw new Error('four courses were made');
    await assign(manager, active._id, learner._id);
    await assign(manager, upcoming._id, learner._id, 3, 9);
    await assign(manager, expired._id, learner._id, -9, -3);
    const session = await signIn(cluster.url, learner.email);
    const mine = await session.must<{ result: Assignment[] }>('POST', '/api/user-course/fetch-courses');
    const states = Object.fromEntries(mine.result.map((assignment) => [assignment.course.title, assignment.state]));
    expect(states).toEqual({ active: 'active', upcoming: 'upcoming', expired: 'expired' });
    expect(mine.result[0]?.progress).toMatchObject({ percent: 0 });
    const open = (courseId: string) =>
      session.post<{ result: MyCourse }>('/api/user-course/fetch-course', { courseId });
    expect(await open(active._id)).toMatchObject({
      status: 200,
      body: { result: { course: { title: 'active' }, playback: {} } },
    });
    expect(await open(upcoming._id)).toMatchObject({ status: 403, body: { code: 'course_not_started' } });
    expect(await open(expired._id)).toMatchObject({ status: 403, body: { code: 'course_expired' } });
    expect((await open(foreign._id)).status).toBe(404);
  });

  test('what a removed course or learner leaves behind is cleaned up', async () => {
    const learner = await newLearner(manager);
    const course = await newCourse(manager, 'Short-lived');
    const other = await newCourse(manager, 'Long-lived');
    await assign(manager, course._id, learner._id);
    await assign(manager, other._id, learner._id);
    await manager.must('DELETE', '/api/cm/course/delete-course', { courseId: course._id });
    const session = await signIn(cluster.url, learner.email);
    await until('the assignment to go', async () => {
      const { result } = await session.must<{ result: Assignment[] }>('POST', '/api/user-course/fetch-courses');
      return result.length === 1 && result[0]?.courseId === other._id;
    });
    await manager.must('PUT', '/api/cm/user/remove-user', { clientId: learner._id });
    await until('the assignments to go', async () => {
      const lists = await manager.must<{ result: Assignment[] }>('POST', '/api/cm/user-course/fetch-users-course', {
        courseId: other._id,
      });
      return lists.result.length === 0;
    });
  });

  test('a learner’s assigned and unassigned courses are listed, and removed by course or assignment id', async () => {
    const learner = await newLearner(manager);
    const course = await newCourse(manager, 'Chosen');
    type Lists = { userCourses: Assignment[]; unselectedCourses: Course[] };
    const before = await manager.must<Lists>('POST', '/api/cm/user-course/fetch-user-courses', {
      clientId: learner._id,
    });
    expect(before.unselectedCourses.map((entry) => entry._id)).toContain(course._id);
    const body = { clientId: learner._id, coursesIds: [course._id], startDate: day(0), expiryDate: day(3) };
    const after = await manager.must<Lists>('POST', '/api/cm/user-course/assign-to-user', body);
    expect(after.userCourses.map((entry) => entry.courseId)).toEqual([course._id]);
    const removed = await manager.must<Lists>('PUT', '/api/cm/user-course/remove-user-course', {
      clientId: learner._id,
      courseId: course._id,
    });
    expect(removed.unselectedCourses.map((entry) => entry._id)).toContain(course._id);
    expect(
      (await manager.put('/api/cm/user-course/remove-user-course', { clientId: learner._id, courseId: course._id }))
        .status,
    ).toBe(404);
  });

  test('an answered change of a course is in learners’ lists at once', async () => {
    const learner = await newLearner(manager);
    const course = await newCourse(manager, 'First name', ['One']);
    await assign(manager, course._id, learner._id);
    const api = await signIn(cluster.url, learner.email);
    const list = () => api.must<{ result: Assignment[] }>('POST', '/api/user-course/fetch-courses');
    for (let i = 0; i < 20; ++i) {
      const title = `Name ${i}`;
      await manager.must('PUT', '/api/cm/course/update-course', { courseId: course._id, title });
      expect((await list()).result.map((entry) => entry.course?.title)).toEqual([title]);
    }
    await manager.must('DELETE', '/api/cm/course/delete-course', { courseId: course._id });
    expect((await list()).result).toEqual([]);
  });
});
