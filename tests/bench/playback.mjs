// Videos at the edge, which checks token, session and assignment for each request, compared with nginx serving the same
// files without checks; and the memory that a slow viewer costs, from files and from an S3 store.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { startS3 } from '../harness/s3-server.mjs';
import { Academy } from './lib/academy.mjs';
import { addSegments, download, film, startNginx } from './lib/media.mjs';
import { load, median, percent, table } from './lib/report.mjs';

const MIB = 1024 * 1024;
const WHOLE_BYTES = 256 * MIB;
// 6 s at 2 Mbit/s.
const SEGMENT_BYTES = 1_500_000;
const SEGMENTS = 40;
const CONNECTIONS = 8;
const SECONDS = 2;
const LOAD = { seconds: SECONDS, connections: CONNECTIONS };
const RUNS = 5;
const STREAMS = 300;
const STORE_STREAMS = 100;
const AIM = 0.8;
const AIM_MEMORY = 64 * 1024;

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
  const { files: folder, path } = await film(academy, home);
  const names = await addSegments(folder, SEGMENTS, SEGMENT_BYTES);
  await writeFile(join(folder, 'bench/whole.mp4'), Buffer.alloc(WHOLE_BYTES, 'film'));
  nginx = await startNginx(home, folder);
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
          LOAD,
        ),
      );
      results.edge.push(
        await download(
          edge,
          files.map((name) => `${path}/bench/${name}`),
          LOAD,
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
