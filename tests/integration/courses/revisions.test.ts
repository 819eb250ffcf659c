// Two managers who open the same record do not overwrite each other's changes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newManager } from '../../harness/authorization/prepared.ts';
import {
  assign,
  day,
  firstManager,
  newCourse,
  newLearner,
  signIn,
  signInManager,
  type Api,
  type Assignment,
  type Course,
  type Learner,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { fileBlob, MediaFolder, readyAsset } from '../../harness/media.ts';

let cluster: Cluster;
let media: MediaFolder;
let manager: Api;
let other: Api;

beforeAll(async () => {
  media = await MediaFolder.create();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  other = await signInManager(cluster.url, (await newManager(manager)).email);
});

afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
});

const course = async (courseId: string): Promise<Course> =>
  (await manager.must<{ result: Course }>('POST', '/api/cm/course/fetch-course', { courseId })).result;
const learner = async (clientId: string): Promise<Learner> =>
  (await manager.must<{ result: Learner }>('POST', '/api/cm/user/fetch-user', { clientId })).result;
const assignment = async (clientId: string): Promise<Assignment> => {
  const lists = await manager.must<{ userCourses: Assignment[] }>('POST', '/api/cm/user-course/fetch-user-courses', {
    clientId,
  });
  const [only] = lists.userCourses;
  if (!only) throw new Error('nothing is assigned');
  return only;
};

interface Record {
  revision: number;
}
interface Case {
  /** Makes a record, and gives how it is read and how a text or date of it is saved. */
  open: () => Promise<{
    read: () => Promise<Record>;
    save: (api: Api, value: string, revision?: number) => ReturnType<Api['put']>;
    valueOf: (record: Record) => string;
    values: [string, string, string];
  }>;
}

const texts: [string, string, string] = ['First', 'Second', 'Third'];
const cases: { [name: string]: Case['open'] } = {
  course: async () => {
    const { _id } = await newCourse(manager, 'Opened');
    return {
      read: () => course(_id),
      save: (api, title, revision) => api.put('/api/cm/course/update-course', { courseId: _id, title, revision }),
      valueOf: (record) => (record as Course).title,
      values: texts,
    };
  },
  part: async () => {
    const { _id, parts } = await newCourse(manager, 'Opened', ['one', 'two']);
    return {
      read: async () => (await course(_id)).parts[0] as Record,
      save: async (api, title, revision) => {
        const [first, second] = (await course(_id)).parts;
        const part = { ...first, _id: parts[0]?._id, title, revision };
        return api.put('/api/cm/course/update-course', { courseId: _id, parts: [part, second] });
      },
      valueOf: (record) => (record as Course['parts'][number]).title,
      values: texts,
    };
  },
  learner: async () => {
    const { _id } = await newLearner(manager);
    return {
      read: () => learner(_id),
      save: (api, fullname, revision) => api.put('/api/cm/user/update-user', { clientId: _id, fullname, revision }),
      valueOf: (record) => (record as Learner).fullname,
      values: texts,
    };
  },
  assignment: async () => {
    const { _id: clientId } = await newLearner(manager);
    await assign(manager, (await newCourse(manager, 'Assigned'))._id, clientId);
    const { _id } = await assignment(clientId);
    return {
      read: () => assignment(clientId),
      save: (api, expiryDate, revision) =>
        api.put('/api/cm/user-course/update-expdate', { courseId: _id, startDate: day(0), expiryDate, revision }),
      valueOf: (record) => (record as Assignment).expiryDate.slice(0, 7),
      values: ['2040-01-15', '2041-01-15', '2042-01-15'],
    };
  },
};
const shortened = (value: string) => (/^\d{4}-/.test(value) ? value.slice(0, 7) : value);

describe.each(Object.entries(cases))('%s', (name, open) => {
  test('of two who opened it, the second gets what the first one saved, and overwrites nothing', async () => {
    const { read, save, valueOf, values } = await open();
    const opened = await read();
    expect((await save(manager, values[0], opened.revision)).status).toBe(200);
    const stands = await read();
    expect(stands.revision).toBe(opened.revision + 1);
    const refused = await save(other, values[1], opened.revision);
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', message: expect.any(String) } });
    const { result } = refused.body as unknown as { result: Course };
    // A part is answered with its course.
    const now = name === 'part' ? (result.parts[0] as Record) : result;
    expect(stands).toMatchObject(name === 'assignment' ? { revision: now.revision } : now);
    expect(valueOf(now)).toBe(shortened(values[0]));
    expect(await read()).toEqual(stands);

    expect((await save(other, values[1], stands.revision)).status).toBe(200);
    expect(valueOf(await read())).toBe(shortened(values[1]));
  });

  test('without a revision the last one wins, as before', async () => {
    const { read, save, valueOf, values } = await open();
    for (const [index, value] of values.entries()) {
      expect((await save(index % 2 ? other : manager, value)).status).toBe(200);
      expect(valueOf(await read())).toBe(shortened(value));
    }
  });

  test('of two at the same moment, one is refused', async () => {
    const { read, save, valueOf, values } = await open();
    const { revision } = await read();
    const answers = await Promise.all([save(manager, values[0], revision), save(other, values[1], revision)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = values[answers.findIndex(({ status }) => status === 200)] ?? '';
    const now = await read();
    expect(valueOf(now)).toBe(shortened(winner));
    expect(now.revision).toBe(revision + 1);
  });
});

test('the call that sets a video, and that of the picture, heed a revision too', async () => {
  const asset = await readyAsset(manager, await media.mp4('short.mp4', 1));
  const { _id: courseId, parts } = await newCourse(manager, 'Guarded', ['one']);
  const video = (revision?: number) =>
    manager.put('/api/cm/course/set-part-video', { courseId, partId: parts[0]?._id, assetId: asset._id, revision });
  expect((await video(1)).status).toBe(200);
  expect(await video(1)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', result: { _id: courseId } } });
  expect((await video(2)).status).toBe(200);

  const png = await fileBlob(await media.picture('cover.png'), 'image/png');
  const picture = (revision?: number) => {
    const form = new FormData();
    form.set('courseId', courseId);
    form.set('image', png);
    if (revision !== undefined) form.set('revision', String(revision));
    return manager.post<{ result: Course }>('/api/cm/course/update-image', form);
  };
  expect(await picture(1)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', result: { _id: courseId } },
  });
  const { revision } = await course(courseId);
  expect((await picture(revision)).body.result.revision).toBe(revision + 1);
  expect((await picture()).body.result.revision).toBe(revision + 2);
});

test('learners’ own changes and managers’ meet as those of two managers do', async () => {
  const { _id, email, revision } = await newLearner(manager);
  const self = await signIn(cluster.url, email);
  expect((await manager.put('/api/cm/user/update-user', { clientId: _id, address: 'Riyadh', revision })).status).toBe(
    200,
  );
  expect(await self.post('/api/user/update-user', { address: 'Jeddah', revision })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', result: { _id, address: 'Riyadh' } },
  });
  expect(await manager.put('/api/cm/user/update-activation', { clientId: _id, active: false, revision })).toMatchObject(
    {
      status: 409,
      body: { code: 'changed_meanwhile', result: { _id, active: true } },
    },
  );
  // What another manager has switched already is no conflict.
  expect((await manager.put('/api/cm/user/update-activation', { clientId: _id, active: true, revision })).status).toBe(
    200,
  );
});

test('a course too large for a usual error is answered whole', async () => {
  const { _id: courseId } = await newCourse(manager, 'Large');
  const parts = Array.from({ length: 40 }, (_, index) => ({ title: `${index}`, description: 'م'.repeat(10_000) }));
  expect((await manager.put('/api/cm/course/update-course', { courseId, parts })).status).toBe(200);
  const refused = await manager.put('/api/cm/course/update-course', { courseId, title: 'Stale', revision: 1 });
  expect(refused.status).toBe(409);
  expect((refused.body as unknown as { result: Course }).result).toEqual(await course(courseId));
});

test('a revision that is no number is 400', async () => {
  const { _id: courseId } = await newCourse(manager, 'Typed');
  const answer = await manager.put('/api/cm/course/update-course', { courseId, title: 'x', revision: 'newest' });
  expect(answer).toMatchObject({ status: 400, body: { code: 'wrong_type' } });
});
