// An object store that refuses everything while a video is processed.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, firstManager } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { assetIdOf, fetchAsset, MediaFolder, processed, startUpload } from '../../harness/media.ts';
import { startS3 } from '../../harness/s3-server.mjs';
import { until } from '../../harness/until.ts';

let media: MediaFolder;
let store: Awaited<ReturnType<typeof startS3>>;
let cluster: Cluster;
let manager: Api;

beforeAll(async () => {
  media = await MediaFolder.create();
  store = await startS3();
  const secrets = join(media.path, 'secrets');
  await writeFile(secrets, `aws_access_key_id=${store.accessKey}\naws_secret_access_key=${store.secretKey}\n`, {
    mode: 0o600,
  });
  const place = `s3://${store.bucket}/academy?region=${store.region}&endpoint=${store.url}`;
  cluster = await Cluster.start({
    flags: ['--bot-check', 'off', '--blobs', place, '--s3-credentials', secrets, '--retry-pause', '50ms'],
  });
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
  await store?.stop();
  await media?.remove();
});

const refuse = (times: number) => fetch(`${store.url}/-/fail?status=503&times=${times}`);
const retry = (assetId: string) => manager.call('PUT', '/api/cm/media/retry', { assetId });
/** How often a stage ended at the store, by catalog's log. */
const refusals = async () => (await cluster.logOf('catalog')).split('The file store does not respond').length - 1;

test('a video becomes ready by itself after more refusals than there were ever attempts', async () => {
  await refuse(1_000_000);
  const { upload, done } = await startUpload(manager, await media.mp4('lesson.mp4', 4));
  await done;
  const id = assetIdOf(upload);
  await until('more than three attempts', async () => (await refusals()) > 3);
  const waiting = await until('the reason to wait', async () => {
    const asset = await fetchAsset(manager, id);
    return asset.reason === null ? undefined : asset;
  });
  expect(waiting).toMatchObject({ status: 'queued', reason: 'storage_unavailable', failedStage: null, error: null });
  await refuse(0);
  expect(await processed(manager, id)).toMatchObject({ status: 'ready', error: null });
});

test('a manager tries again what failed, what is at work, and what is unknown', async () => {
  const file = join(media.path, 'text.mp4');
  await writeFile(file, 'this is a text, not a video');
  const { upload, done } = await startUpload(manager, file);
  await done;
  const id = assetIdOf(upload);
  expect(await processed(manager, id)).toMatchObject({ status: 'failed', reason: 'not_video', failedStage: 'prepare' });
  expect((await retry(id)).status).toBe(200);
  expect(await processed(manager, id)).toMatchObject({ status: 'failed', reason: 'not_video' });
  expect(await retry('none')).toMatchObject({ status: 404, body: { code: 'asset_not_found' } });
  await rm(join(cluster.data, 'catalog', 'uploads', id));
  expect(await retry(id)).toMatchObject({ status: 409, body: { code: 'source_gone' } });
});
