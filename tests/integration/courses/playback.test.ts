import { createDecipheriv } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  assign,
  day,
  firstManager,
  newCourse,
  newLearner,
  signIn,
  type Api,
  type Assignment,
  type Course,
  type Learner,
  type MyCourse,
  type Playback,
  type Progress,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { addresses } from '../../harness/playlists.ts';
import { exchange } from '../../harness/raw.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster;
let media: MediaFolder;
let manager: Api;
let course: Course;
let partId: string;

beforeAll(async () => {
  media = await MediaFolder.create();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  const asset = await readyAsset(manager, await media.mp4('lesson.mp4', 20));
  course = await setVideos(manager, await newCourse(manager, 'Watched', ['one']), [asset._id]);
  partId = course.parts[0]?._id ?? '';
});

afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
});

interface Watcher {
  learner: Learner;
  assignment: Assignment;
  session: Api;
  playback: Playback;
}

async function watcher(): Promise<Watcher> {
  const learner = await newLearner(manager);
  const assignment = await assign(manager, course._id, learner._id);
  const session = await signIn(cluster.url, learner.email);
  return { learner, assignment, session, playback: await playbackOf(session) };
}

async function playbackOf(session: Api): Promise<Playback> {
  const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
    courseId: course._id,
  });
  const playback = result.playback[partId];
  if (playback === undefined) throw new Error('the part cannot be played');
  return playback;
}

async function status(url: URL): Promise<number> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
}

test('playlist, key and segments yield playable MP4 fragments', async () => {
  const { playback } = await watcher();
  expect(playback.duration).toBeCloseTo(20, 0);
  expect(playback.position).toBe(0);
  const all = await addresses(cluster.url, playback.hls);
  expect(all.segments.length).toBeGreaterThanOrEqual(3);
  const key = Buffer.from(await (await fetch(all.key)).arrayBuffer());
  expect(key).toHaveLength(16);
  const init = Buffer.from(await (await fetch(all.init)).arrayBuffer());
  expect(init.subarray(4, 8).toString('latin1')).toBe('ftyp');
  for (const [index, url] of all.segments.entries()) {
    const sealed = Buffer.from(await (await fetch(url)).arrayBuffer());
    const iv = Buffer.alloc(16);
    iv.writeUInt32BE(index, 12);
    const decipher = createDecipheriv('aes-128-cbc', key, iv);
    const segment = Buffer.concat([decipher.update(sealed), decipher.final()]);
    expect(['styp', 'sidx', 'moof']).toContain(segment.subarray(4, 8).toString('latin1'));
    expect(sealed.includes('moof')).toBe(false);
  }
  if (playback.poster !== null) {
    const poster = await fetch(new URL(playback.poster, cluster.url));
    expect(poster.status).toBe(200);
    expect(poster.headers.get('content-type')).toMatch(/^image\//);
  }
});

test('ranges, HEAD and validators follow RFC 9110', async () => {
  const { playback } = await watcher();
  const { segments } = await addresses(cluster.url, playback.hls);
  const url = segments[0] as URL;
  const whole = await fetch(url);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  const etag = whole.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const get = (headers: Record<string, string>, method = 'GET') => fetch(url, { method, headers });
  const middle = await get({ range: 'bytes=10-19' });
  expect(middle.status).toBe(206);
  expect(middle.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`);
  expect(Buffer.from(await middle.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  const tail = await get({ range: 'bytes=-7' });
  expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-7));
  const rest = await get({ range: `bytes=${bytes.length - 3}-` });
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(-3));
  const beyond = await get({ range: `bytes=${bytes.length}-` });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
  const head = await get({}, 'HEAD');
  expect(head.headers.get('content-length')).toBe(String(bytes.length));
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
  expect((await get({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
});

test('a second sign-in stops the first one’s video, segments and key included', async () => {
  const { learner, playback } = await watcher();
  const first = await addresses(cluster.url, playback.hls);
  const second = await signIn(cluster.url, learner.email);
  await until('the end of the first session’s media', async () => (await status(first.master)) === 403);
  for (const url of [first.variant, first.key, first.init, ...first.segments]) expect(await status(url)).toBe(403);
  const now = await addresses(cluster.url, (await playbackOf(second)).hls);
  expect(await status(now.key)).toBe(200);
});

test('a token is bound to its asset and cannot be forged', async () => {
  const { playback } = await watcher();
  const { key, segments } = await addresses(cluster.url, playback.hls);
  const [, , token = '', ...rest] = (segments[0] as URL).pathname.split('/');
  const middle = token.length >> 1;
  const forged = token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1);
  expect(await status(new URL(`/media/${forged}/${rest.join('/')}`, cluster.url))).toBe(403);
  expect(await status(new URL('/media/x/master.m3u8', cluster.url))).toBe(403);
  for (const path of ['../../../../etc/passwd', '%2e%2e/%2e%2e/key', 'v0/..%2f..%2fkey', 'nothing.m4s', '%00']) {
    // By hand, because Node's URL would resolve the dots before sending.
    const [answer] = await exchange(cluster.port, `GET /media/${token}/${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect([400, 403, 404]).toContain(answer?.status);
  }
  expect(await status(key)).toBe(200);
});

test('an expired assignment, a removed one and a deactivated learner get 403', async () => {
  const moved = await watcher();
  const movedUrls = await addresses(cluster.url, moved.playback.hls);
  await manager.must('PUT', '/api/cm/user-course/update-expdate', {
    courseId: moved.assignment._id,
    startDate: day(-9),
    expiryDate: day(-3),
  });
  await until('the end', async () => (await status(movedUrls.segments[0] as URL)) === 403);

  const taken = await watcher();
  const takenUrls = await addresses(cluster.url, taken.playback.hls);
  await manager.must('PUT', '/api/cm/user-course/delete-selected-users', {
    courseId: course._id,
    userIds: [taken.learner._id],
  });
  await until('the end', async () => (await status(takenUrls.key)) === 403);

  const banned = await watcher();
  const bannedUrls = await addresses(cluster.url, banned.playback.hls);
  await manager.must('PUT', '/api/cm/user/update-activation', { clientId: banned.learner._id, active: false });
  await until('the end', async () => (await status(bannedUrls.variant)) === 403);
});

test('progress is the union of what was watched, and the position is stored', async () => {
  const { session } = await watcher();
  const body = { courseId: course._id, partId };
  const update = (position: number, watched: [number, number][]) =>
    session.must<{ result: Progress }>('PUT', '/api/user-course/update-progress', { ...body, position, watched });
  await update(4, [[0, 4]]);
  const { result } = await update(6, [
    [3, 5],
    [4.5, 6],
  ]);
  expect(result.parts[0]).toMatchObject({ partId, position: 6, watchedSeconds: 6, percent: 30, completed: false });
  expect(result.lastPartId).toBe(partId);
  expect((await playbackOf(session)).position).toBe(6);
  for (const watched of [[[5, 3]], [[-1, 2]], [[0, 1e9]]]) {
    expect((await session.put('/api/user-course/update-progress', { ...body, position: 1, watched })).status).toBe(422);
  }
  expect(
    (await session.put('/api/user-course/update-progress', { ...body, partId: 'x', position: 1, watched: [] })).status,
  ).toBe(404);
  const list = await session.must<{ result: Assignment[] }>('POST', '/api/user-course/fetch-courses');
  expect(list.result[0]?.progress?.percent).toBe(30);
  expect(JSON.stringify(list)).not.toContain('/media/');
});
