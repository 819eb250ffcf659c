// Long answers of calls, as clients that accept compressed forms get them.
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { assign, firstManager, newLearner, signIn, type Api, type Course } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { raw } from '../../harness/plain.ts';

const COURSES = '/api/cm/course/fetch-courses';
const ZSTD = '28b52ffd';

let cluster: Cluster;
let manager: Api;
let learner: Api;
let course: Course;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  course = await longCourse('First');
  const { _id, email } = await newLearner(manager);
  await assign(manager, course._id, _id);
  learner = await signIn(cluster.url, email);
});

afterAll(async () => {
  await cluster?.stop();
});

async function longCourse(title: string): Promise<Course> {
  const form = new FormData();
  form.set('title', title);
  form.set('description', 'A long description. '.repeat(600));
  return (await manager.must<{ result: Course }>('PUT', '/api/cm/course/create-course', form)).result;
}

/** The answer as it was sent. */
function ask(api: Api, path: string, accepted: string, body: object = {}, method = 'POST') {
  const headers = {
    authorization: `Bearer ${api.token ?? ''}`,
    'content-type': 'application/json',
    'accept-encoding': accepted,
  };
  return raw(cluster.url, path, headers, { method, body: JSON.stringify(body) });
}

describe('a long answer', () => {
  test.each(['/api/cm/course/fetch-courses', '/api/user-course/fetch-courses', '/api/public/fetch-courses'])(
    '%s is compressed for those who accept it',
    async (path) => {
      const api = path.startsWith('/api/user') ? learner : manager;
      const plain = await ask(api, path, 'identity');
      expect(plain.body.length).toBeGreaterThan(8192);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers['vary']).toContain('Accept-Encoding');
      // The second and third answer come from what the edge has kept.
      for (let i = 0; i < 3; ++i) {
        const gzip = await ask(api, path, 'gzip, deflate');
        expect(gzip.headers['content-encoding']).toBe('gzip');
        expect(gzip.headers['content-length']).toBe(String(gzip.body.length));
        expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
        const zstd = await ask(api, path, 'gzip, deflate, br, zstd');
        expect(zstd.headers['content-encoding']).toBe('zstd');
        expect(zstd.body.subarray(0, 4).toString('hex')).toBe(ZSTD);
        expect(zstd.body.length).toBeLessThan(plain.body.length / 2);
      }
    },
  );

  test('honours what the client says of each coding', async () => {
    for (const [accepted, coding] of [
      ['zstd;q=0, gzip', 'gzip'],
      ['zstd;q=0.1, gzip;q=0.2', 'gzip'],
      ['*', 'zstd'],
      ['*;q=0', undefined],
      ['gzip;q=0', undefined],
      ['br', undefined],
    ] as const) {
      expect((await ask(manager, COURSES, accepted)).headers['content-encoding'], accepted).toBe(coding);
    }
  });

  test('shows a change at once in every form', async () => {
    for (const title of ['Second', 'Third']) {
      for (let i = 0; i < 3; ++i) await ask(manager, COURSES, 'gzip');
      await longCourse(title);
      const packed = await ask(manager, COURSES, 'gzip');
      const { result } = JSON.parse(gunzipSync(packed.body).toString()) as { result: Course[] };
      expect(result[0]?.title).toBe(title);
    }
  });
});

test('a short answer is not compressed', async () => {
  const answer = await ask(manager, '/api/cm/auth/check', 'gzip, zstd');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['vary']).toBeUndefined();
});

test('an answer with addresses that play videos is not compressed, however long it is', async () => {
  const answer = await ask(learner, '/api/user-course/fetch-course', 'gzip, zstd', { courseId: course._id });
  expect(answer.status).toBe(200);
  expect(answer.body.length).toBeGreaterThan(8192);
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test('the OpenAPI document is brotli or gzip, each with its own entity tag, and HEAD says the same', async () => {
  const tags = new Set<string>();
  for (const [accepted, coding] of [
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
  ] as const) {
    const headers = { 'accept-encoding': accepted };
    const whole = await raw(cluster.url, '/openapi.json', headers);
    expect(whole.headers['content-encoding']).toBe(coding);
    const head = await raw(cluster.url, '/openapi.json', headers, { method: 'HEAD' });
    expect(head.body).toHaveLength(0);
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) {
      expect(head.headers[name], name).toBe(whole.headers[name]);
    }
    const etag = whole.headers['etag'] ?? '';
    tags.add(etag);
    expect((await raw(cluster.url, '/openapi.json', { ...headers, 'if-none-match': etag })).status).toBe(304);
  }
  expect(tags.size).toBe(3);
});
