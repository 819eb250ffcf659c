// Many learners at once: bulk changes and filters.
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  assign,
  firstManager,
  freshEmail,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  type Api,
  type Learner,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';

let cluster: Cluster;
let manager: Api;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
});

test('a bulk change affects all learners or none', async () => {
  const some = [await newLearner(manager), await newLearner(manager)];
  const clientIds = some.map((learner) => learner._id);
  const change = (action: string, more: string[] = []) =>
    manager.post<{ changed: number }>('/api/cm/user/bulk-change', { clientIds: [...clientIds, ...more], action });
  const session = await signIn(cluster.url, some[0]?.email ?? '');

  const unknown = await change('deactivate', ['nobody']);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found']);
  expect(unknown.body.message).toContain('nobody');
  expect((await session.post('/api/user/fetch-info')).status).toBe(200);

  expect((await change('deactivate')).body.changed).toBe(2);
  expect((await session.post('/api/user/fetch-info')).body.code).toBe('deactivated');
  expect((await change('deactivate')).body.changed).toBe(0);
  expect((await change('activate')).body.changed).toBe(2);
  const second = await signIn(cluster.url, some[1]?.email ?? '');
  expect((await change('sign-out')).body.changed).toBe(1);
  expect((await second.post('/api/user/fetch-info')).body.code).toBe('signed_out_by_manager');
  expect((await change('explode')).status).toBe(422);
  expect((await change('remove')).body.changed).toBe(2);
  expect((await change('remove')).status).toBe(404);
});

test('learners can be filtered by being online, confirmed, or having a course that expires soon', async () => {
  const course = await newCourse(manager, 'Soon');
  const mark = freshEmail('mark').split('@')[0]?.replace('-', '') ?? '';
  const emails = ['a', 'b', 'c'].map((name) => `${name}@${mark}.test`);
  for (const [i, email] of emails.entries()) {
    const person = { email, password: PASSWORD, fullname: `${mark} ${i}` };
    const { result } = await manager.must<{ result: Learner }>('POST', '/api/cm/user/create-user', person);
    await assign(manager, course._id, result._id, -1, i * 5 + 1);
  }
  const page = async (body: object) => {
    const found = await manager.must<{ result: Learner[]; total: number; nextCursor: string | null }>(
      'PUT',
      '/api/cm/user/fetch-users',
      { search: mark, ...body },
    );
    return { ...found, emails: found.result.map((learner) => learner.email) };
  };
  expect((await page({ expiringWithinDays: 7 })).emails).toEqual(emails.slice(0, 2));
  const first = await page({ expiringWithinDays: 30, limit: 2 });
  expect([first.emails, first.total]).toEqual([emails.slice(0, 2), 3]);
  const rest = await page({ expiringWithinDays: 30, limit: 2, cursor: first.nextCursor });
  expect([rest.emails, rest.total, rest.nextCursor]).toEqual([emails.slice(2), 3, null]);
  expect((await page({ online: true })).emails).toEqual([]);
  expect((await page({ online: false, activated: true })).emails).toEqual(emails);
  expect((await page({ activated: false })).emails).toEqual([]);
  const ids = (await page({})).result.map((learner) => learner._id);
  expect((await page({ clientIds: ids.slice(1), expiringWithinDays: 7 })).emails).toEqual(emails.slice(1, 2));
  expect((await manager.put('/api/cm/user/fetch-users', { expiringWithinDays: 0 })).status).toBe(422);
});
