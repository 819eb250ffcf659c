// Backups in an S3 store, of an academy whose pictures and videos are in one.
import { writeFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, test as anyTest, vi } from 'vitest';

import { assign, firstManager, newCourse, newLearner, signIn, type MyCourse } from '../../harness/api.ts';
import { academy, backUp, must, ScratchFolder } from '../../harness/backups.ts';
import { Cluster } from '../../harness/cluster.ts';
import { onSqlite } from '../../harness/engine.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { addresses } from '../../harness/playlists.ts';
import { startS3 } from '../../harness/s3-server.mjs';

// Academies are started many times.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const test = anyTest.runIf(onSqlite('copies files'));

let scratch: ScratchFolder;
let media: MediaFolder;
let store: Awaited<ReturnType<typeof startS3>>;
let cluster: Cluster;
let secrets: string;

const place = (prefix: string) => `s3://${store.bucket}/${prefix}?region=${store.region}&endpoint=${store.url}`;

beforeAll(async () => {
  scratch = await ScratchFolder.create();
  media = await MediaFolder.create();
  store = await startS3();
  secrets = scratch.at('secrets');
  await writeFile(secrets, `aws_access_key_id=${store.accessKey}\naws_secret_access_key=${store.secretKey}\n`, {
    mode: 0o600,
  });
  const blobs = ['--blobs', place('academy'), '--s3-credentials', secrets];
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', ...blobs] });
});

afterAll(async () => {
  await cluster?.stop();
  await store?.stop();
  await media?.remove();
  await scratch?.remove();
});

test('a restored academy has in its folder what was in the store', async () => {
  const { api: manager } = await firstManager(cluster.url);
  const asset = await readyAsset(manager, await media.mp4('lesson.mp4', 8));
  const course = await setVideos(manager, await newCourse(manager, 'Kept', ['one']), [asset._id]);
  const learner = await newLearner(manager);
  await assign(manager, course._id, learner._id);
  await must('backup', '--new-identity', scratch.at('identity'));
  const to = ['--to', place('backups'), '--s3-credentials', secrets, '--recipient', `${scratch.at('identity')}.pub`];
  // The catalog's rows name videos that are not in the data folder.
  const without = await academy('backup', ...to, '--data', cluster.data);
  expect(without).toMatchObject({ code: 1, text: expect.stringContaining('give --blobs') });
  const blobs = ['--blobs', place('academy'), '--blobs-credentials', secrets];
  const first = await backUp(...to, ...blobs, '--data', cluster.data);
  const second = await backUp(...to, ...blobs, '--data', cluster.data, '--keep', '1d');
  expect(second.sent).toBeLessThan(first.sent);
  const data = scratch.at('data');
  const from = ['--from', place('backups'), '--s3-credentials', secrets];
  expect((await must('backup', '--list', ...from)).split('\n').filter(Boolean)).toHaveLength(1);
  await must('restore', ...from, '--data', data, '--identity', scratch.at('identity'));
  const restored = await Cluster.start({ data, flags: ['--bot-check', 'off'] });
  try {
    const session = await signIn(restored.url, learner.email);
    const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
      courseId: course._id,
    });
    const all = await addresses(restored.url, Object.values(result.playback)[0]?.hls ?? '');
    for (const segment of all.segments) expect((await fetch(segment)).status).toBe(200);
  } finally {
    await restored.stop();
  }
});
