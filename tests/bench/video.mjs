// What a delivered gigabyte of video costs the edge: streamed from an S3 store through it, and sent by the shipped nginx
// from its cache, with the edge deciding about each segment; and the share of segments that the cache has, from empty.
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startS3 } from '../harness/s3-server.mjs';
import { Academy } from './lib/academy.mjs';
import { download, film, startVideoNginx } from './lib/media.mjs';
import { load, median, ms, percent, table } from './lib/report.mjs';

// 6 s at 2 Mbit/s, and twenty minutes of them.
const SEGMENT_BYTES = 1_500_000;
const SEGMENTS = 200;
const CONNECTIONS = 8;
const SECONDS = 4;
const LOAD = { seconds: SECONDS, connections: CONNECTIONS };
const RUNS = 5;
const AIM = 0.1;
const AIM_HITS = 0.95;

const home = await mkdtemp(join(tmpdir(), 'academy-video-'));
const store = await startS3();
process.env.AWS_ACCESS_KEY_ID = store.accessKey;
process.env.AWS_SECRET_ACCESS_KEY = store.secretKey;
const place = `s3://${store.bucket}/main?region=${store.region}&endpoint=${store.url}`;
let academy;
let nginx;
try {
  academy = await Academy.start(1, {
    flags: ['--blobs', place, '--trusted-proxy', '127.0.0.1', '--setup-code=off', '--accel-redirect', '/store/'],
  });
  const { path, files } = await film(academy, home);
  const assetId = files.split('/').at(-1);
  const names = Array.from({ length: SEGMENTS }, (_, i) => `bench/seg-${String(i).padStart(5, '0')}.m4s`);
  for (const name of names) await store.write(`main/media/${assetId}/${name}`, Buffer.alloc(SEGMENT_BYTES, name));
  const { port } = new URL(academy.url);
  await mkdir(join(home, 'nginx'));
  nginx = await startVideoNginx(join(home, 'nginx'), port, store.url);
  const paths = names.map((name) => `${path}/${name}`);
  const edgeCpu = () => academy.cpuOf('edge');

  const results = { streamed: [], proxied: [] };
  const nginxCpu = [];
  let wanted = 0;
  // In turns, so that other load on the machine affects both.
  for (let i = 0; i < RUNS; ++i) {
    results.streamed.push(await download({ port, cpu: edgeCpu }, paths, LOAD));
    const before = await nginx.cpu();
    const proxied = await download({ port: nginx.port, cpu: edgeCpu }, paths, LOAD);
    const gigabytes = (proxied.requests * SEGMENT_BYTES) / 1e9;
    nginxCpu.push(((await nginx.cpu()) - before) / gigabytes);
    results.proxied.push(proxied);
    wanted += proxied.requests;
  }
  const of = (way, figure) => median(results[way].map((result) => result[figure]));
  const row = (what, way) => [
    what,
    `${(of(way, 'cpuPerGigabyte') * 1000).toFixed(0)} ms`,
    percent(of(way, 'cpuPerGigabyte') / of('streamed', 'cpuPerGigabyte')),
    way === 'proxied' ? `${(median(nginxCpu) * 1000).toFixed(0)} ms` : '-',
    `${(of(way, 'perSecond') / 1e6).toFixed(0)} MB/s`,
    ms(of(way, 'p50')),
    ms(of(way, 'p99')),
  ];
  table(
    `${CONNECTIONS} downloads at a time of segments of 1.5 MB; medians of ${RUNS} runs of ${SECONDS} s each, in turns (${load()}; aim: ${percent(AIM)} of streaming)`,
    ['segments', "edge's CPU a GB", 'of streaming', "nginx' CPU a GB", 'bytes a second', 'p50', 'p99'],
    [row('streamed by the edge from the store', 'streamed'), row('by nginx, allowed by the edge', 'proxied')],
  );
  const { HIT: hits = 0, MISS: misses = 0 } = await nginx.statuses();
  table(
    `The cache of nginx, empty at first (aim: ${percent(AIM_HITS)})`,
    ['segments', 'wanted', 'hits', 'misses', 'share'],
    [[String(SEGMENTS), String(wanted), String(hits), String(misses), percent(hits / (hits + misses))]],
  );
} finally {
  await nginx?.stop();
  await academy?.stop();
  await store.stop();
  await rm(home, { recursive: true, force: true });
}
