// Segments through the shipped HAProxy and nginx, which has them from the store or its cache; an edge decides about each.
import { request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { SecondEdge } from '../../harness/academies/edge.ts';
import { VideoAcademy } from '../../harness/academies/video-academy.ts';
import { assign, day, newLearner, type Assignment, type Learner, type Playback } from '../../harness/api.ts';
import { addresses, type Addresses } from '../../harness/playlists.ts';
import { exchange } from '../../harness/raw.ts';
import { VideoProxy } from '../../harness/servers/video.ts';
import { until } from '../../harness/until.ts';

const LEARNERS = 100;
const AIM = 0.95;

let academy: VideoAcademy;
let proxy: VideoProxy;
let playback: Playback;
let all: Addresses;

interface Got {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** Asks for the path as it is written. */
async function ask(base: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const asked = send({ hostname, port, path, headers, method, agent: false }, (answer) => {
      buffer(answer).then((body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }), reject);
    });
    asked.once('error', reject);
    asked.end();
  });
}

const through = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(proxy.url, path, headers, method);
/** The same way past nginx: HAProxy takes this path for another one, and the edge decodes it. */
const past = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(proxy.url, path.replace('/media/', '/%6dedia/'), headers, method);

const pathOf = (url: URL | undefined) => url?.pathname ?? '';
const segment = (index = 0) => pathOf(all.segments[index]);
/** What nginx keeps: the segments, their beginning, and the pictures. */
const kept = () =>
  [...all.segments, all.init]
    .map(pathOf)
    .concat([playback.poster, playback.thumbnails?.replace(/\.vtt$/, '.jpg')].map((path) => path ?? ''));
const cacheSays = async () => Object.fromEntries(await proxy.log.statuses());

beforeAll(async () => {
  academy = await VideoAcademy.start(() => ['--trusted-proxy', '127.0.0.1', '--accel-redirect', '/store/']);
  proxy = await VideoProxy.start(academy.media.path, [academy.cluster.port], academy.store.url);
  const learner = await newLearner(academy.manager);
  await assign(academy.manager, academy.course._id, learner._id);
  ({ playback } = await academy.watch(learner.email));
  all = await addresses(proxy.url, playback.hls);
});
afterAll(async () => {
  await proxy?.stop();
  await academy?.stop();
});
beforeEach(() => proxy.log.forget());

describe('the answer is the edge’s own, whoever sends it', () => {
  // Of the connection and the moment.
  const OWN = ['date', 'server', 'connection', 'keep-alive', 'x-request-id'];

  /** A failure's body names its request. */
  const withoutId = ({ body, headers }: Got) =>
    Buffer.from(body.toString('latin1').replace(String(headers['x-request-id']), ''), 'latin1');

  async function expectSame(path: string, headers: Record<string, string> = {}, method = 'GET', also: string[] = []) {
    const [theirs, ours] = [await through(path, headers, method), await past(path, headers, method)];
    expect(theirs.status, path).toBe(ours.status);
    expect(withoutId(theirs).equals(withoutId(ours)), `the bytes of ${path}`).toBe(true);
    for (const answer of [theirs, ours]) {
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      for (const name of [...OWN, ...also]) delete answer.headers[name];
    }
    expect(theirs.headers).toEqual(ours.headers);
    return ours;
  }

  test('for whole files, from the store and then from the cache', async () => {
    for (const path of kept()) {
      await expectSame(path);
      await expectSame(path);
    }
    expect(await cacheSays()).toEqual({ MISS: kept().length, HIT: kept().length });
  });

  test('for HEAD, ranges and conditions', async () => {
    const { headers, body } = await expectSame(segment(), {}, 'HEAD');
    expect(body).toHaveLength(0);
    const etag = String(headers['etag']);
    // nginx does not repeat for a part that there are parts.
    const part = await expectSame(segment(), { range: 'bytes=100-299' }, 'GET', ['accept-ranges']);
    expect([part.status, part.body.length]).toEqual([206, 200]);
    await expectSame(segment(1), { range: 'bytes=-5' }, 'GET', ['accept-ranges']);
    await expectSame(segment(), { range: 'bytes=0-1', 'if-range': etag }, 'GET', ['accept-ranges']);
    expect((await expectSame(segment(), { range: 'bytes=0-1', 'if-range': '"x"' })).status).toBe(200);
    expect((await expectSame(segment(), { range: 'bytes=0-1,5-6' })).status).toBe(416);
    expect((await expectSame(segment(), { 'if-match': '"x"' })).status).toBe(412);
    const since = { 'if-unmodified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' };
    expect((await expectSame(segment(), since)).status).toBe(200);
    const unchanged = await expectSame(segment(), { 'if-none-match': etag }, 'GET', ['accept-ranges']);
    expect(unchanged.status).toBe(304);
    // The rest of this one is a page of nginx’ own.
    const beyond = await through(segment(), { range: 'bytes=99999999-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
  });

  test('for playlists and the key, which never come from the cache, and for what is not there', async () => {
    for (const url of [all.master, all.variant, all.key]) await expectSame(url.pathname);
    await expectSame(String(playback.thumbnails));
    expect(await cacheSays()).toEqual({});
    const none = await expectSame(segment().replace(/seg-\d+/, 'seg-99999'));
    expect(none.status).toBe(404);
    expect(none.headers['content-type']).toContain('application/json');
    await expectSame(segment().replace(/seg-\d+\.m4s/, 'notes.txt'));
    await expectSame(segment(), {}, 'DELETE');
  });
});

describe('nobody gets an address at the store', () => {
  const follows = { 'x-sendfile-type': 'X-Accel-Redirect' };

  test('who says to HAProxy what only nginx may say', async () => {
    const answer = await past(segment(), follows);
    expect(answer.headers['x-accel-redirect']).toBeUndefined();
    expect(answer.body.equals((await through(segment())).body)).toBe(true);
  });

  test('who says it to an edge', async () => {
    const request = `GET ${segment()} HTTP/1.1\r\nHost: a\r\nX-Sendfile-Type: X-Accel-Redirect\r\n\r\n`;
    const [stranger] = await exchange(academy.cluster.port, request, 1, '127.0.0.9');
    expect(stranger?.headers.get('x-accel-redirect')).toBeUndefined();
    expect(stranger?.body.length).toBe((await through(segment())).body.length);
    // The same from a proxy that is trusted is what nginx gets.
    const [trusted] = await exchange(academy.cluster.port, request);
    expect(trusted?.headers.get('x-accel-redirect')).toContain('X-Amz-Signature=');
  });

  test('who asks nginx for its own location', async () => {
    await through(segment());
    const inside = `/store${academy.storePath}/${segment().split('/').slice(3).join('/')}`;
    for (const path of [inside, `${inside}?X-Amz-Signature=0`, '/store/']) {
      expect((await ask(proxy.nginxUrl, path)).status, path).toBe(404);
    }
    expect((await ask(proxy.nginxUrl, `/media/..${inside}`)).status).toBe(403);
  });
});

describe('what an edge does not allow is not sent, although it is in the cache', () => {
  async function learner(): Promise<{ readonly learner: Learner; readonly assignment: Assignment }> {
    const made = await newLearner(academy.manager);
    return { learner: made, assignment: await assign(academy.manager, academy.course._id, made._id) };
  }
  const paths = async (email: string) => {
    const { session, playback: own } = await academy.watch(email);
    const theirs = await addresses(proxy.url, own.hls);
    for (const url of theirs.segments) expect((await through(url.pathname)).status).toBe(200);
    return { session, segments: theirs.segments.map(pathOf) };
  };

  test('after the end of the session', async () => {
    const { session, segments } = await paths((await learner()).learner.email);
    await session.must('POST', '/api/auth/logout');
    for (const path of segments) expect((await through(path)).status).toBe(403);
  });

  test('after the end of the assignment', async () => {
    const { learner: person, assignment } = await learner();
    const { segments } = await paths(person.email);
    await academy.manager.must('PUT', '/api/cm/user-course/update-expdate', {
      courseId: assignment._id,
      startDate: day(-9),
      expiryDate: day(-2),
    });
    for (const path of segments) {
      await until('the end', async () => (await through(path)).status === 403);
    }
  });

  test('with an address that is not one, or is another asset’s', async () => {
    const token = segment().split('/')[2] ?? '';
    const foreign = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
    for (const wrong of [foreign, 'x', token.slice(0, -1), `${token}A`]) {
      expect((await through(segment().replace(token, wrong))).status).toBe(403);
    }
    expect((await through(segment().replace(`${token}/`, `${token}/../${academy.assetId}/`))).status).not.toBe(200);
    expect(await cacheSays()).toEqual({});
  });
});

test('of what a hundred learners of a course watch at the same time, the store is asked for each thing once', async () => {
  const learners: Learner[] = [];
  // A few at a time, because each is a password to hash.
  for (let i = 0; i < LEARNERS; i += 4) {
    learners.push(...(await Promise.all([1, 2, 3, 4].map(() => newLearner(academy.manager)))));
  }
  await academy.manager.must('PUT', '/api/cm/user-course/assign-user-course', {
    courseId: academy.course._id,
    userIds: learners.map(({ _id }) => _id),
    startDate: day(-1),
    expiryDate: day(30),
  });
  const watching: Addresses[] = [];
  for (let i = 0; i < LEARNERS; i += 4) {
    const group = await Promise.all(learners.slice(i, i + 4).map(({ email }) => academy.watch(email)));
    for (const { playback: own } of group) watching.push(await addresses(proxy.url, own.hls));
  }
  await proxy.emptyCache();
  const seen = async () =>
    ((await (await fetch(`${academy.store.url}/-/seen`)).json()) as { url: string; method: string }[]).filter(
      ({ method, url }) => method === 'GET' && url.startsWith(academy.storePath) && /\.m4s|\.mp4/.test(url),
    ).length;
  const before = await seen();
  const wanted = (own: Addresses) => [own.init, ...own.segments].map(pathOf);
  const [first] = watching;
  await Promise.all(
    watching.map(async (own) => {
      for (const path of wanted(own)) expect((await through(path)).status).toBe(200);
    }),
  );
  const files = wanted(first as Addresses).length;
  expect((await seen()) - before).toBe(files);
  const counts = await proxy.log.statuses();
  const hits = (counts.get('HIT') ?? 0) / (files * LEARNERS);
  console.info(`${LEARNERS} learners, ${files} files each: ${(100 * hits).toFixed(1)} % hits`);
  expect(hits).toBeGreaterThanOrEqual(AIM);
});

describe('when the store does not answer as it should', () => {
  const control = (what: string) => fetch(`${academy.store.url}/-/${what}`);

  test('what is cached goes on, and the rest is the edge’s 503, without a word of the store’s', async () => {
    const cached = await through(segment());
    await proxy.emptyCache([segment()]);
    await control('fail?status=503&times=999');
    expect((await through(segment())).body.equals(cached.body)).toBe(true);
    const away = await through(segment(1));
    expect(away.status).toBe(503);
    expect(JSON.parse(away.body.toString())).toMatchObject({ code: 'storage_error' });
    expect(away.headers['cache-control']).toBe('no-store');
    await control('fail?times=0');
    expect((await through(segment(1))).status).toBe(200);
  });

  test('one refusal of it is felt by nobody', async () => {
    const whole = await past(segment(2));
    for (const status of [403, 404, 500, 503, 307]) {
      await proxy.emptyCache();
      await control(`fail?status=${status}&times=1`);
      const answer = await through(segment(2));
      expect([status, answer.status, answer.body.equals(whole.body)]).toEqual([status, 200, true]);
      expect(answer.headers['cache-control']).toBe('private, max-age=600');
    }
  });

  test('half a segment is not kept', async () => {
    const whole = await past(segment(3));
    await proxy.emptyCache();
    await control('cut?bytes=1000&times=1');
    await expect(through(segment(3))).rejects.toThrow();
    expect((await through(segment(3))).body.equals(whole.body)).toBe(true);
  });
});

test('without an edge nothing is sent, although it is in the cache', async () => {
  const flags = [...academy.edgeFlags, '--trusted_proxy=127.0.0.1', '--accel_redirect=/store/'];
  const edge = await SecondEdge.start(academy.cluster, { flags });
  const other = await VideoProxy.start(academy.media.path, [edge.port], academy.store.url);
  try {
    for (let i = 0; i < 2; ++i) expect((await ask(other.nginxUrl, segment())).status).toBe(200);
    expect(Object.fromEntries(await other.log.statuses())).toEqual({ MISS: 1, HIT: 1 });
    await edge.stop();
    expect((await ask(other.nginxUrl, segment())).status).toBe(502);
  } finally {
    await other.stop();
    await edge.stop();
  }
});

test('without nginx the edges send the segments', async () => {
  const before = await through(segment());
  await proxy.stopNginx();
  await until('HAProxy to notice', async () => (await through(segment())).status === 200);
  expect((await through(segment())).body.equals(before.body)).toBe(true);
});
