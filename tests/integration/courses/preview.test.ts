// A manager previews a video as learners see it, only in that session and while it lasts.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager, newLearner, signIn, signInManager, type Api } from '../../harness/api.ts';
import { newManager } from '../../harness/authorization/prepared.ts';
import { Cluster } from '../../harness/cluster.ts';
import { MediaFolder, readyAsset } from '../../harness/media.ts';
import { addresses } from '../../harness/playlists.ts';
import { until } from '../../harness/until.ts';

interface Preview {
  hls: string;
  poster: string | null;
  captions: { lang: string; label: string; url: string; default: boolean }[];
  duration: number;
}

const PREVIEW = '/api/cm/media/fetch-preview';

let cluster: Cluster;
let media: MediaFolder;
let manager: Api;
let assetId: string;

beforeAll(async () => {
  media = await MediaFolder.create();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  assetId = (await readyAsset(manager, await media.mp4('lesson.mp4', 6)))._id;
  const track = new FormData();
  for (const [name, value] of Object.entries({ assetId, lang: 'ar', label: 'العربية' })) track.set(name, value);
  track.set('file', new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nمرحبا\n'], 'ar.vtt'));
  await manager.must('POST', '/api/cm/media/upload-captions', track);
});

afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
});

const preview = async (api: Api): Promise<Preview> =>
  (await api.must<{ result: Preview }>('POST', PREVIEW, { assetId })).result;

const status = async (url: URL): Promise<number> => {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
};

test('plays completely, with key and captions, without an assignment', async () => {
  const result = await preview(manager);
  const all = await addresses(cluster.url, result.hls);
  for (const url of [all.key, all.init, ...all.segments]) expect(await status(url)).toBe(200);
  expect(result.duration).toBeCloseTo(6, 0);
  const [track] = result.captions;
  expect(track).toMatchObject({ lang: 'ar', label: 'العربية', default: true });
  expect(await status(new URL(track?.url ?? '', cluster.url))).toBe(200);
  expect(await status(new URL(result.poster ?? '', cluster.url))).toBe(200);
});

test('is refused to learners and without a token', async () => {
  const learner = await signIn(cluster.url, (await newLearner(manager)).email);
  expect((await learner.post(PREVIEW, { assetId })).status).toBe(403);
  expect((await manager.without().post(PREVIEW, { assetId })).status).toBe(401);
});

test('reports a video that does not exist, and one that is not ready', async () => {
  const unknown = await manager.post(PREVIEW, { assetId: '0192f0c1-2345-7abc-8def-0123456789ab' });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'asset_not_found']);
  const created = await fetch(`${cluster.url}/api/cm/media/uploads`, {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '4', authorization: `Bearer ${manager.token}` },
  });
  const unfinished = await manager.post(PREVIEW, { assetId: created.headers.get('location')?.split('/').at(-1) });
  expect(unfinished.status).toBeGreaterThanOrEqual(404);
  expect(['asset_not_ready', 'asset_not_found']).toContain(unfinished.body.code);
});

test.each<[string, (leaver: Api, managerId: string) => Promise<unknown>]>([
  ['signs out', (leaver) => leaver.must('POST', '/api/cm/auth/logout')],
  ['is deleted', (_, managerId) => manager.must('POST', '/api/cm/manager/delete-manager', { managerId })],
])('ends when the manager %s', async (_, leave) => {
  const { _id, email } = await newManager(manager);
  const leaver = await signInManager(cluster.url, email);
  const all = await addresses(cluster.url, (await preview(leaver)).hls);
  expect(await status(all.key)).toBe(200);
  await leave(leaver, _id);
  await until('the end of the preview', async () => (await status(all.key)) === 403);
  for (const url of [all.master, all.variant, all.init, ...all.segments]) expect(await status(url)).toBe(403);
  // Another session's addresses keep working.
  expect(await status((await addresses(cluster.url, (await preview(manager)).hls)).key)).toBe(200);
});
