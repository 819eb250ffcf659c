// An academy whose pictures and videos are in an S3 store.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { assign, firstManager, newCourse, newLearner, signIn, type Api, type MyCourse } from '../../harness/api.ts';
import { Cluster, PROCESSES } from '../../harness/cluster.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { addresses, type Addresses } from '../../harness/playlists.ts';
import { startS3 } from '../../harness/s3-server.mjs';
import { until } from '../../harness/until.ts';

let media: MediaFolder;
let store: Awaited<ReturnType<typeof startS3>>;
let cluster: Cluster;
let manager: Api;
let session: Api;
let all: Addresses;

beforeAll(async () => {
  media = await MediaFolder.create();
  store = await startS3();
  const secrets = join(media.path, 'secrets');
  await writeFile(secrets, `aws_access_key_id=${store.accessKey}\naws_secret_access_key=${store.secretKey}\n`, {
    mode: 0o600,
  });
  const place = `s3://${store.bucket}/academy?region=${store.region}&endpoint=${store.url}`;
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', '--blobs', place, '--s3-credentials', secrets] });
  manager = (await firstManager(cluster.url)).api;
  const asset = await readyAsset(manager, await media.mp4('lesson.mp4', 14));
  const course = await setVideos(manager, await newCourse(manager, 'Watched', ['one']), [asset._id]);
  const learner = await newLearner(manager);
  await assign(manager, course._id, learner._id);
  session = await signIn(cluster.url, learner.email);
  const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
    courseId: course._id,
  });
  all = await addresses(cluster.url, Object.values(result.playback)[0]?.hls ?? '');
});

afterAll(async () => {
  await cluster?.stop();
  await store?.stop();
  await media?.remove();
});

async function status(url: URL): Promise<number> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
}

test('an upload is played from the store, whole and in ranges', async () => {
  expect(all.segments.length).toBeGreaterThanOrEqual(2);
  const whole = await fetch(all.segments[0] as URL);
  expect(whole.status).toBe(200);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes).toHaveLength(Number(whole.headers.get('content-length')));
  const part = await fetch(all.segments[0] as URL, { headers: { range: 'bytes=100-299' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 300));
  const again = await fetch(all.segments[0] as URL, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  expect(await status(all.key)).toBe(200);
  expect(await readdir(join(cluster.data, 'blobs')).catch(() => [])).toEqual([]);
});

test('secrets are in no log', async () => {
  for (const name of PROCESSES) {
    const log = await readFile(join(cluster.data, 'logs', `${name}.log`), 'utf8');
    expect(log).not.toContain('aws_secret_access_key');
    expect(log).not.toContain(store.secretKey);
  }
});

test('the end of the session ends access here too', async () => {
  await session.must('POST', '/api/auth/logout');
  for (const url of [all.key, all.master, ...all.segments]) {
    await until('the end', async () => (await status(url)) === 403);
  }
});
