// A video that learners may watch, its files at the edge, and nginx with the same files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { h264, makeFilm } from '../../harness/film.mjs';
import { cpuOfProcess, ROOT, tool } from './academy.mjs';

/**
 * Creates a course of these videos, one lesson each, that a learner may watch. Returns the course, a manager's token, the
 * ids of the assets, the learner (as those of `fillCatalogue`) and what their player is told of each lesson.
 * `inAllSizes` waits until all have been made.
 */
export async function watchable(academy, videos, { inAllSizes = false } = {}) {
  const { token } = await academy.call('POST', '/api/cm/auth/login', {
    email: academy.manager,
    password: academy.password,
  });
  const call = (method, path, body) => academy.call(method, path, body, token);
  const assetIds = [];
  for (const video of videos) assetIds.push(await upload(academy, token, await readFile(video)));
  for (const assetId of assetIds) {
    for (;;) {
      const { status, progress } = (await call('POST', '/api/cm/media/fetch-asset', { assetId })).result;
      if (status === 'failed') throw new Error('the video could not be processed');
      if (status === 'ready' && (!inAllSizes || progress === 100)) break;
      await pause(100);
    }
  }
  const form = new FormData();
  form.set('title', 'Bench');
  form.set('description', 'Bench');
  const parts = assetIds.map((assetId, index) => ({ title: `Lesson ${index + 1}`, video: { assetId } }));
  form.set('parts', JSON.stringify(parts));
  const answer = await fetch(`${academy.url}/api/cm/course/create-course`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { result: course } = await answer.json();
  await call('PUT', '/api/cm/course/update-course', {
    courseId: course._id,
    parts: course.parts.map(({ _id }, index) => ({ _id, ...parts[index] })),
  });
  const email = 'viewer@academy.test';
  const viewer = { email, password: academy.password, fullname: 'Viewer', phonenumber: '', address: '' };
  const { result: created } = await call('POST', '/api/cm/user/create-user', viewer);
  const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  await call('PUT', '/api/cm/user-course/assign-user-course', {
    courseId: course._id,
    userIds: [created._id],
    startDate: day(-1),
    expiryDate: day(30),
  });
  const { clientToken } = await academy.call('POST', '/api/auth/login', { email, password: academy.password });
  const learner = { token: clientToken, person: created._id, fullname: viewer.fullname };
  const watching = await academy.call('POST', '/api/user-course/fetch-course', { courseId: course._id }, clientToken);
  const playbacks = course.parts.map(({ _id }) => watching.result.playback[_id]);
  return { course, token, assetIds, learner, playbacks };
}

/** Uploads a file; the id of its asset. */
async function upload(academy, token, bytes) {
  const tus = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const created = await fetch(`${academy.url}/api/cm/media/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length) },
  });
  const location = new URL(created.headers.get('location'), academy.url);
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const sent = await fetch(location, { method: 'PATCH', headers: { ...tus, ...type }, body: bytes });
  if (sent.status !== 204) throw new Error(`the upload failed: ${sent.status}`);
  return location.pathname.split('/').at(-1);
}

/**
 * Creates a course with one video that a learner may watch. Returns the course, a manager's token, the folder of the
 * video's files, and their path for the learner.
 */
export async function film(academy, folder) {
  // Noise, so that a segment is much larger than socket buffers.
  const noisy = { size: '640x360', seconds: 7, noise: 100, silent: true, coding: h264('-qp', '1', '-g', '25') };
  const file = await makeFilm(join(folder, 'film.mp4'), noisy);
  const { course, token, assetIds, playbacks } = await watchable(academy, [file]);
  const [{ hls }] = playbacks;
  const files = join(academy.data, 'blobs/media', assetIds[0]);
  return { course, token, files, path: hls.slice(0, hls.lastIndexOf('/')) };
}

/** Adds `count` segments of `bytes` bytes to a video's files, as `bench/<name>`. Returns the names. */
export async function addSegments(files, count, bytes) {
  const folder = join(files, 'bench');
  await mkdir(folder, { mode: 0o700, recursive: true });
  const names = Array.from({ length: count }, (_, i) => `seg-${String(i).padStart(5, '0')}.m4s`);
  for (const name of names) await writeFile(join(folder, name), Buffer.alloc(bytes, name));
  return names;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Runs nginx with `servers` in its http block; its CPU time is that of all its processes. */
async function runNginx(home, port, servers) {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`);
  await writeFile(
    join(home, 'nginx.conf'),
    `${process.getuid() === 0 ? 'user root;' : ''} worker_processes ${availableParallelism()}; daemon off;
     pid ${home}/pid; error_log ${home}/error.log; events {}
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temp.join(' ')}
       types { video/mp4 mp4; video/iso.segment m4s; }
       ${servers} }`,
  );
  const child = spawn('/usr/sbin/nginx', ['-e', `${home}/error.log`, '-p', home, '-c', join(home, 'nginx.conf')]);
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (await fetch(url).then(Boolean, () => false)) break;
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await pause(20);
  }
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  const pids = [child.pid, ...children.trim().split(' ').map(Number)];
  const cpu = async () => (await Promise.all(pids.map(cpuOfProcess))).reduce((sum, seconds) => sum + seconds, 0);
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  return { port, cpu, stop };
}

/** Starts nginx with a usual configuration for files. */
export async function startNginx(home, root) {
  const port = await freePort();
  return runNginx(home, port, `server { listen 127.0.0.1:${port}; location / { root ${root}; } }`);
}

/** Starts nginx with the shipped configuration for segments in a store without TLS. Its `statuses` count the log. */
export async function startVideoNginx(home, edgePort, store) {
  const port = await freePort();
  const { host } = new URL(store);
  const log = join(home, 'video.log');
  const site = (await readFile(join(ROOT, 'deploy/nginx-video.conf'), 'utf8'))
    .replace('listen 127.0.0.1:8082;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx/academy-video', join(home, 'cache'))
    .replace('/var/log/nginx/academy-video.log', log)
    .replaceAll(/10\.0\.0\.[123]:8080/g, `127.0.0.1:${edgePort}`)
    .replace('store.example:443', host)
    .replace('https://academy_video_store', 'http://academy_video_store')
    .replace('Host store.example', `Host ${host}`);
  const statuses = async () => {
    const counts = {};
    for (const line of (await readFile(log, 'utf8')).split('\n')) {
      const status = line.split(' ')[3];
      if (status !== undefined) counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };
  return { ...(await runNginx(home, port, site)), statuses };
}

/**
 * Downloads `paths` repeatedly over `connections`: bytes a second, the server's CPU seconds per gigabyte, how many
 * downloads that were, and how long they took (p50, p99, in milliseconds).
 */
export async function download({ port, cpu }, paths, { seconds: duration, connections }) {
  const before = await cpu();
  const { bytes, requests, failed, seconds, p50, p99 } = await tool(
    'media_load',
    port,
    duration,
    connections,
    ...paths,
  );
  if (failed > 0) throw new Error(`${failed} of ${requests} downloads failed`);
  return { perSecond: bytes / seconds, cpuPerGigabyte: ((await cpu()) - before) / (bytes / 1e9), requests, p50, p99 };
}
