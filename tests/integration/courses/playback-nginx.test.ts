// nginx with the shipped configuration sends pictures and segments itself (X-Accel-Redirect); the academy decides who
// gets them.
import type { ChildProcess } from 'node:child_process';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { assign, firstManager, newCourse, newLearner, signIn, type Api, type MyCourse } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { fileBlob, MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { addresses, type Addresses } from '../../harness/playlists.ts';
import { freePort, startNginx, stopProxy } from '../../harness/servers/proxy.ts';
import { exchange } from '../../harness/raw.ts';
import { CertificateFolder, TlsClient } from '../../harness/servers/tls.ts';
import { until } from '../../harness/until.ts';

let folder: CertificateFolder;
let media: MediaFolder;
let cluster: Cluster;
let proxy: ChildProcess;
let client: TlsClient;
let session: Api;
let all: Addresses;
let image: string;

beforeAll(async () => {
  folder = await CertificateFolder.create();
  media = await MediaFolder.create();
  const certificate = await folder.make('proxy');
  cluster = await Cluster.start({
    flags: ['--bot-check', 'off', '--trusted-proxy', '127.0.0.1', '--accel-redirect', '/media-files/'],
  });
  const ports = { plain: await freePort(), tls: await freePort() };
  proxy = await startNginx(cluster, certificate, folder.path, ports);
  client = await TlsClient.of(`https://127.0.0.1:${ports.tls}`, certificate.certificate);
  await until('the proxy', async () => (await client.request('GET', '/healthz')).status === 200);

  const manager = (await firstManager(cluster.url, await cluster.setupCode())).api;
  const asset = await readyAsset(manager, await media.mp4('lesson.mp4', 8));
  const course = await setVideos(manager, await newCourse(manager, 'Watched', ['one']), [asset._id]);
  const form = new FormData();
  form.set('courseId', course._id);
  form.set('image', await fileBlob(await media.picture('course.png'), 'image/png'));
  await manager.must('POST', '/api/cm/course/update-image', form);
  const learner = await newLearner(manager);
  await assign(manager, course._id, learner._id);
  session = await signIn(cluster.url, learner.email);
  const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
    courseId: course._id,
  });
  image = result.course.image ?? '';
  all = await addresses(`https://127.0.0.1:${ports.tls}`, Object.values(result.playback)[0]?.hls ?? '', async (url) => {
    const answer = await client.request('GET', url.pathname);
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: { 'content-type': String(answer.headers['content-type']) },
    });
  });
});

afterAll(async () => {
  client?.close();
  await stopProxy(proxy);
  await cluster?.stop();
  await media?.remove();
  await folder?.remove();
});

test('segments come from nginx, whole and in ranges, under the academy’s headers', async () => {
  const path = (all.segments[0] as URL).pathname;
  const whole = await client.request('GET', path);
  expect(whole.status).toBe(200);
  expect(whole.headers).toMatchObject({
    'content-type': 'video/iso.segment',
    'cache-control': 'private, max-age=600',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  });
  expect(whole.headers['strict-transport-security']).toMatch(/^max-age/);
  expect(whole.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(whole.headers['x-accel-redirect']).toBeUndefined();
  const etag = String(whole.headers['etag']);
  const get = (headers: Record<string, string>) => client.request('GET', path, { headers });
  const part = await get({ range: 'bytes=10-99' });
  expect(part.status).toBe(206);
  expect(part.body.equals(whole.body.subarray(10, 100))).toBe(true);
  expect((await get({ range: `bytes=${whole.body.length}-` })).status).toBe(416);
  expect((await get({ range: 'bytes=0-1,5-6' })).status).toBe(416);
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
  expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  expect((await get({ range: 'bytes=0-1', 'if-range': '"x"' })).status).toBe(200);
  expect((await client.request('HEAD', path)).headers['content-length']).toBe(String(whole.body.length));
});

test('pictures come from nginx, the key from the academy', async () => {
  const picture = await client.request('GET', image);
  expect(picture.status).toBe(200);
  expect(picture.headers['content-type']).toMatch(/^image\//);
  expect(picture.headers['cache-control']).toContain('immutable');
  const key = await client.request('GET', all.key.pathname);
  expect(key.body).toHaveLength(16);
  expect(key.headers['cache-control']).toBe('no-store');
});

test('the folder cannot be reached by its own name', async () => {
  const segment = (all.segments[0] as URL).pathname;
  for (const path of ['/media-files/', '/media-files/images/', `/media-files/${image.slice(1)}`]) {
    expect((await client.request('GET', path)).status).toBe(404);
  }
  expect((await client.request('GET', `${segment.slice(0, segment.lastIndexOf('/'))}/none.m4s`)).status).toBe(404);
});

test('a client that bypasses nginx gets the bytes from the academy', async () => {
  const path = (all.segments[0] as URL).pathname;
  const behind = await client.request('GET', path);
  const [direct] = await exchange(cluster.port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, 1, '127.0.0.9');
  expect(direct?.status).toBe(200);
  expect(direct?.headers.get('x-accel-redirect')).toBeUndefined();
  expect(direct?.body).toHaveLength(behind.body.length);
});

test('the end of the session ends access', async () => {
  await session.must('POST', '/api/auth/logout');
  for (const url of [all.key, all.master, ...all.segments]) {
    await until('the end', async () => (await client.request('GET', url.pathname)).status === 403);
  }
});
