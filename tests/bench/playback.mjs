// Videos at the edge, which checks token, session and assignment for each request, compared with nginx serving the same
// files without checks; and the memory that a slow viewer costs, from files and from an S3 store.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { startS3 } from '../harness/s3-server.mjs';
import { Academy, cpuOfProcess, tool } from './lib/academy.mjs';
import { load, median, percent, table } from './lib/report.mjs';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const WHOLE_BYTES = 256 * MIB;
// 6 s at 2 Mbit/s.
const SEGMENT_BYTES = 1_500_000;
const SEGMENTS = 40;
const SECONDS = 2;
const RUNS = 5;
const CONNECTIONS = 8;
const STREAMS = 300;
const STORE_STREAMS = 100;
const AIM = 0.8;
const AIM_MEMORY = 64 * 1024;

/** Creates a course with one video that a learner may watch. Returns the asset, and the path of its files for the learner. */
async function film(academy, folder) {
  const { token } = await academy.call('POST', '/api/cm/auth/login', {
    email: academy.manager,
    password: academy.password,
  });
  const call = (method, path, body) => academy.call(method, path, body, token);
  // Noise, so that a segment is much larger than socket buffers.
  const file = join(folder, 'film.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=7,noise=alls=100:allf=t'];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '1', '-pix_fmt', 'yuv420p', '-g', '25'];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...source, ...codec, file]);
  const bytes = await readFile(file);
  const tus = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const created = await fetch(`${academy.url}/api/cm/media/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length) },
  });
  const location = new URL(created.headers.get('location'), academy.url);
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const sent = await fetch(location, { method: 'PATCH', headers: { ...tus, ...type }, body: bytes });
  if (sent.status !== 204) throw new Error(`the upload failed: ${sent.status}`);
  const assetId = location.pathname.split('/').at(-1);
  for (let status = ''; status !== 'ready'; await pause(100)) {
    ({ status } = (await call('POST', '/api/cm/media/fetch-asset', { assetId })).result);
    if (status === 'failed') throw new Error('the video could not be processed');
  }
  const form = new FormData();
  form.set('title', 'Bench');
  form.set('description', 'Bench');
  form.set('parts', JSON.stringify([{ title: 'one', video: { assetId } }]));
  const answer = await fetch(`${academy.url}/api/cm/course/create-course`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { result: course } = await answer.json();
  await call('PUT', '/api/cm/course/update-course', {
    courseId: course._id,
    parts: course.parts.map(({ _id, title }) => ({ _id, title, video: { assetId } })),
  });
  const email = 'viewer@academy.test';
  const learner = { email, password: academy.password, fullname: 'Viewer', phonenumber: '', address: '' };
  const { result: viewer } = await call('POST', '/api/cm/user/create-user', learner);
  const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  await call('PUT', '/api/cm/user-course/assign-user-course', {
    courseId: course._id,
    userIds: [viewer._id],
    startDate: day(-1),
    expiryDate: day(30),
  });
  const { clientToken } = await academy.call('POST', '/api/auth/login', { email, password: academy.password });
  const watching = await academy.call('POST', '/api/user-course/fetch-course', { courseId: course._id }, clientToken);
  const { hls } = Object.values(watching.result.playback)[0];
  return { assetId, path: hls.slice(0, hls.lastIndexOf('/')) };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Starts nginx with a usual configuration for files; its CPU time is that of all its processes. */
async function startNginx(home, root) {
  const port = await freePort();
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`);
  await writeFile(
    join(home, 'nginx.conf'),
    `${process.getuid() === 0 ? 'user root;' : ''} worker_processes ${availableParallelism()}; daemon off;
     pid ${home}/pid; error_log ${home}/error.log; events {}
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temp.join(' ')}
       types { video/mp4 mp4; video/iso.segment m4s; }
       server { listen 127.0.0.1:${port}; location / { root ${root}; } } }`,
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

/** Bytes a second, and the server's CPU seconds per gigabyte. */
async function download({ port, cpu }, paths) {
  const before = await cpu();
  const { bytes, requests, failed, seconds } = await tool('media_load', port, SECONDS, CONNECTIONS, ...paths);
  if (failed > 0) throw new Error(`${failed} of ${requests} downloads failed`);
  return { perSecond: bytes / seconds, cpuPerGigabyte: ((await cpu()) - before) / (bytes / 1e9) };
}

/** The edge's memory for each of `count` viewers who request a file and stop reading. */
async function slowStreams(academy, path, count) {
  const open = async (many) => {
    const sockets = [];
    for (let i = 0; i < many; ++i) {
      const socket = connect({ port: new URL(academy.url).port, host: '127.0.0.1' });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
      socket.on('error', () => {});
      sockets.push(socket);
    }
    for (const socket of sockets) await once(socket, 'readable');
    // Until socket buffers are full and nothing moves.
    await pause(1000);
    return sockets;
  };
  const close = async (sockets) => {
    for (const socket of sockets) socket.destroy();
    await pause(500);
  };
  // A warm-up, for what a process allocates once.
  await close(await open(20));
  const before = await academy.pssOf('edge');
  const sockets = await open(count);
  const during = await academy.pssOf('edge');
  await close(sockets);
  return (during - before) / count;
}

const mib = (bytes) => `${(bytes / MIB).toFixed(0)} MiB/s`;
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

const home = await mkdtemp(join(tmpdir(), 'academy-playback-'));
const academy = await Academy.start(1);
let nginx;
try {
  const { assetId, path } = await film(academy, home);
  const folder = join(academy.data, 'blobs/media', assetId, 'bench');
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, 'whole.mp4'), Buffer.alloc(WHOLE_BYTES, 'film'));
  const names = Array.from({ length: SEGMENTS }, (_, i) => `seg-${String(i).padStart(5, '0')}.m4s`);
  for (const name of names) await writeFile(join(folder, name), Buffer.alloc(SEGMENT_BYTES, name));
  nginx = await startNginx(home, join(academy.data, 'blobs/media', assetId));
  const edge = { port: new URL(academy.url).port, cpu: () => academy.cpuOf('edge') };

  const rows = [];
  for (const [what, files] of [
    ['a whole file of 256 MiB', ['whole.mp4']],
    ['segments of 1.5 MB', names],
  ]) {
    const results = { edge: [], nginx: [] };
    // In turns, so that other load on the machine affects both.
    for (let i = 0; i < RUNS; ++i) {
      results.nginx.push(
        await download(
          nginx,
          files.map((name) => `/bench/${name}`),
        ),
      );
      results.edge.push(
        await download(
          edge,
          files.map((name) => `${path}/bench/${name}`),
        ),
      );
    }
    const of = (server, figure) => median(results[server].map((result) => result[figure]));
    for (const server of ['nginx', 'edge']) {
      const perSecond = of(server, 'perSecond');
      const cpu = of(server, 'cpuPerGigabyte');
      rows.push([
        what,
        server,
        mib(perSecond),
        percent(perSecond / of('nginx', 'perSecond')),
        `${(cpu * 1000).toFixed(0)} ms`,
        percent(cpu / of('nginx', 'cpuPerGigabyte')),
      ]);
    }
  }
  table(
    `${CONNECTIONS} downloads at a time; medians of ${RUNS} runs of ${SECONDS} s each, in turns (${load()}; aim: ${percent(AIM)} of nginx)`,
    ['files', 'server', 'bytes a second', 'of nginx', 'CPU a GB', 'of nginx'],
    rows,
  );

  const memory = (from, count, each) =>
    table(
      `Memory (PSS) of the edge for a viewer who does not read (aim: ${kib(AIM_MEMORY)})`,
      ['from', 'viewers', 'each'],
      [[from, String(count), kib(each)]],
    );
  memory('files', STREAMS, await slowStreams(academy, `${path}/bench/whole.mp4`, STREAMS));

  const store = await startS3();
  process.env.AWS_ACCESS_KEY_ID = store.accessKey;
  process.env.AWS_SECRET_ACCESS_KEY = store.secretKey;
  const place = `s3://${store.bucket}/bench?region=${store.region}&endpoint=${store.url}`;
  const distant = await Academy.start(1, { flags: ['--blobs', place] });
  try {
    const { path: stored } = await film(distant, home);
    memory('an S3 store', STORE_STREAMS, await slowStreams(distant, `${stored}/v0/seg-00000.m4s`, STORE_STREAMS));
  } finally {
    await distant.stop();
    await store.stop();
  }
} finally {
  await nginx?.stop();
  await academy.stop();
  await rm(home, { recursive: true, force: true });
}
