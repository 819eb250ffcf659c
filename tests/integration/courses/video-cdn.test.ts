// Segments from a delivery network: an edge sends each learner there, with an address that is good for a short time, and
// the shipped nginx checks it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { SecondEdge } from '../../harness/academies/edge.ts';
import { VideoAcademy } from '../../harness/academies/video-academy.ts';
import { assign, newLearner, type Api } from '../../harness/api.ts';
import { addresses, type Addresses } from '../../harness/playlists.ts';
import { freePort } from '../../harness/servers/proxy.ts';
import { Cdn } from '../../harness/servers/video.ts';
import { until } from '../../harness/until.ts';

const SECRET = '0123456789abcdef0123456789abcdef';

let academy: VideoAcademy;
let cdn: Cdn;
/** Sends segments itself. */
let plain: SecondEdge;
/** Whose addresses are good for a second. */
let hasty: SecondEdge;
let session: Api;
let all: Addresses;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let secret = '';
  academy = await VideoAcademy.start(async (folder) => {
    secret = join(folder, 'cdn-secret');
    await writeFile(secret, `${SECRET}\n`, { mode: 0o600 });
    return ['--video-cdn', url, '--video-cdn-secret-file', secret];
  });
  cdn = await Cdn.start(academy.media.path, {
    port,
    secret: SECRET,
    storeUrl: academy.store.url,
    academyUrl: academy.cluster.url,
  });
  plain = await SecondEdge.start(academy.cluster, { flags: academy.edgeFlags });
  hasty = await SecondEdge.start(academy.cluster, {
    flags: [...academy.edgeFlags, `--video_cdn=${url}`, `--video_cdn_secret_file=${secret}`, '--video_cdn_life=1s'],
  });
  const learner = await newLearner(academy.manager);
  await assign(academy.manager, academy.course._id, learner._id);
  const watching = await academy.watch(learner.email);
  session = watching.session;
  all = await addresses(academy.cluster.url, watching.playback.hls);
});
afterAll(async () => {
  await hasty?.stop();
  await plain?.stop();
  await cdn?.stop();
  await academy?.stop();
});
beforeEach(() => cdn.log.forget());

const first = () => all.segments[0] as URL;
const bytes = async (url: URL | string, init?: RequestInit) =>
  Buffer.from(await (await fetch(url, init)).arrayBuffer());
const at = (edge: SecondEdge, url: URL) => new URL(url.pathname, edge.url);

async function addressOf(url: URL): Promise<URL> {
  const answer = await fetch(url, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return new URL(answer.headers.get('location') ?? '');
}

test('segments are the same as from an edge, once from the store and then from the network’s cache', async () => {
  for (const url of [all.init, ...all.segments]) {
    expect((await addressOf(url)).origin).toBe(cdn.url);
    for (let i = 0; i < 2; ++i) expect((await bytes(url)).equals(await bytes(at(plain, url)))).toBe(true);
  }
  const files = all.segments.length + 1;
  expect(Object.fromEntries(await cdn.log.statuses())).toEqual({ MISS: files, HIT: files });
});

test('what a player needs to know comes with them', async () => {
  const answer = await fetch(first(), { headers: { range: 'bytes=10-29' } });
  expect(answer.status).toBe(206);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'video/iso.segment',
    'cache-control': 'private, max-age=600',
    'access-control-allow-origin': academy.cluster.url,
    'x-content-type-options': 'nosniff',
  });
  const whole = await bytes(at(plain, first()));
  expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(10, 30))).toBe(true);
  const head = await fetch(first(), { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
  expect((await fetch(all.init)).headers.get('content-type')).toBe('video/mp4');
});

test('playlists and the key do not go there, and pages may load from there', async () => {
  for (const url of [all.master, all.variant, all.key]) {
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200);
  }
  const policy = (await fetch(`${academy.cluster.url}/courses`)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`connect-src 'self' ${cdn.url}`);
  expect(policy).toContain(`media-src 'self' blob: ${cdn.url}`);
});

test('an address is for one file, and nothing of it can be changed', async () => {
  const address = await addressOf(first());
  expect((await fetch(address)).status).toBe(200);
  const changed = (change: (url: URL) => void) => {
    const url = new URL(address);
    change(url);
    return url;
  };
  const other = (await addressOf(all.segments[1] as URL)).pathname;
  for (const url of [
    changed((it) => it.searchParams.set('expires', String(Number(it.searchParams.get('expires')) + 1))),
    changed((it) => it.searchParams.set('token', 'AAAAAAAAAAAAAAAAAAAAAA')),
    changed((it) => it.searchParams.delete('token')),
    changed((it) => it.searchParams.delete('expires')),
    changed((it) => (it.pathname = other)),
    changed((it) => (it.search = '')),
  ]) {
    expect((await fetch(url)).status, url.search).toBe(403);
  }
  expect((await fetch(address, { method: 'POST' })).status).toBe(403);
});

test('an address is refused after its life, although the file is in the cache', async () => {
  await bytes(first());
  const address = await addressOf(at(hasty, first()));
  await until('its end', async () => (await fetch(address)).status === 403);
  expect((await fetch(await addressOf(first()))).status).toBe(200);
});

test('what the store says when it fails is not for viewers', async () => {
  // Another rendition's name, which nothing has cached.
  const missing = new URL(first().href.replace(/seg-\d+/, 'seg-99999'));
  const none = await fetch(missing);
  expect([none.status, await none.text()]).toEqual([404, expect.not.stringContaining('NoSuchKey')]);
  await fetch(`${academy.store.url}/-/fail?status=403&times=1`);
  const refused = await fetch(missing);
  expect([refused.status, await refused.text()]).toEqual([503, expect.not.stringContaining('<Error>')]);
});

test('the end of the session ends the addresses', async () => {
  await session.must('POST', '/api/auth/logout');
  for (const url of [first(), all.key]) {
    await until('the end', async () => (await fetch(url, { redirect: 'manual' })).status === 403);
  }
});
