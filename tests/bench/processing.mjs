// How soon an uploaded video can be watched, and what encoding costs.
//
// Uploads a 10-minute H.264 file of 720 lines and waits for its first segment as a learner's player would: on a quiet
// academy, and while another video is being encoded. Then encodes a minute of VP9 of 720 lines in all sizes.
import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { makeFilm } from '../harness/film.mjs';
import { Academy } from './lib/academy.mjs';
import { load, median, table } from './lib/report.mjs';

const run = promisify(execFile);
const ROUNDS = 3;
const MINUTES = 10;
const CLIP_SECONDS = 20;
const AIM_SECONDS = 5;
// USER_HZ, which Linux fixes.
const TICKS = 100;
const TUS = { 'tus-resumable': '1.0.0' };

const academy = await Academy.start(2);
let manager;
let learner;
try {
  manager = (await academy.call('POST', '/api/cm/auth/login', accountOf(academy.manager))).token;
  const email = 'learner-1@academy.example';
  learner = (await academy.call('POST', '/api/auth/login', accountOf(email))).clientToken;
  const course = await newCourse();

  const h264 = await looped('h264.mp4', MINUTES * 60, ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '50'], 'aac');
  const vp9Arguments = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1'];
  const vp9 = await looped('vp9.webm', 60, vp9Arguments, 'libopus');

  const quiet = [];
  for (let round = 0; round < ROUNDS; ++round) quiet.push(await untilPlayable(course, h264));

  const before = await cpuWithChildren();
  const encoded = await upload(vp9);
  await until(async () => (await assetOf(encoded)).progress === 100);
  const encoding = (await cpuWithChildren()) - before;
  const { renditions } = await assetOf(encoded);

  const other = await upload(vp9);
  await until(async () => (await assetOf(other)).status === 'processing');
  const meanwhile = await untilPlayable(course, h264);

  const megabytes = (await stat(h264)).size / 1e6;
  table(
    `Processing on this machine; medians of ${ROUNDS} rounds (${load()})`,
    ['', 'figure'],
    [
      [`${MINUTES} minutes of H.264, 720 lines`, `${megabytes.toFixed(0)} MB`],
      ['from the last byte to the first segment played', seconds(median(quiet.map((result) => result.wait)))],
      ['  aim', seconds(AIM_SECONDS)],
      ['  processor time of that', seconds(median(quiet.map((result) => result.cpu)))],
      ['  the same while another video is encoded', seconds(meanwhile.wait)],
      [
        `processor time of a minute of VP9, 720 lines, to ${renditions.map(({ height }) => `${height}p`).join(' and ')}`,
        seconds(encoding),
      ],
    ],
  );
} finally {
  await academy.stop();
}

function accountOf(email) {
  return { email, password: academy.password };
}

function seconds(value) {
  return `${value.toFixed(2)} s`;
}

async function until(probe) {
  while (!(await probe())) await pause(20);
}

/** Makes a file of that length by repeating a short clip, because encoding all of it would take too long. */
async function looped(name, length, videoArguments, audioCodec) {
  const clip = join(academy.data, `clip-${name}`);
  const file = join(academy.data, name);
  const coding = [...videoArguments, '-pix_fmt', 'yuv420p', '-c:a', audioCodec];
  await makeFilm(clip, { size: '1280x720', seconds: CLIP_SECONDS, coding });
  const times = String(length / CLIP_SECONDS - 1);
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-stream_loop', times, '-i', clip, '-c', 'copy', file]);
  return file;
}

async function newCourse() {
  const form = new FormData();
  form.set('title', 'Bench');
  form.set('description', '');
  form.set('parts', JSON.stringify([{ title: 'one' }]));
  const headers = { authorization: `Bearer ${manager}` };
  const answer = await fetch(`${academy.url}/api/cm/course/create-course`, { method: 'PUT', headers, body: form });
  const { result } = await answer.json();
  const { result: users } = await academy.call('PUT', '/api/cm/user/fetch-users', {}, manager);
  const userIds = users.filter(({ email }) => email.startsWith('learner-1@')).map(({ _id }) => _id);
  const dates = { startDate: '2020-01-01', expiryDate: '2099-01-01' };
  const assignment = { courseId: result._id, userIds, ...dates };
  await academy.call('PUT', '/api/cm/user-course/assign-user-course', assignment, manager);
  return result;
}

/** Uploads by tus and returns the upload's address when the last byte is stored. */
async function upload(file) {
  const body = await openAsBlob(file);
  const headers = { ...TUS, authorization: `Bearer ${manager}` };
  const creation = await fetch(`${academy.url}/api/cm/media/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(body.size) },
  });
  const address = creation.headers.get('location');
  const stored = await fetch(academy.url + address, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body,
  });
  if (stored.status !== 204) throw new Error(`the upload failed: ${stored.status} ${await stored.text()}`);
  return address;
}

async function assetOf(address) {
  const assetId = address.split('/').at(-1);
  const { result } = await academy.call('POST', '/api/cm/media/fetch-asset', { assetId }, manager);
  if (result.status === 'failed') throw new Error(result.error);
  return result;
}

/** Seconds from the upload's end until a learner has the key and the first segment. Removes the video afterwards. */
async function untilPlayable(course, file) {
  const address = await upload(file);
  const begun = performance.now();
  const before = await cpuWithChildren();
  const parts = [{ _id: course.parts[0]._id, title: 'one', video: { assetId: address.split('/').at(-1) } }];
  await academy.call('PUT', '/api/cm/course/update-course', { courseId: course._id, parts }, manager);
  await until(async () => (await assetOf(address)).status === 'ready');
  const open = { courseId: course._id };
  const { result } = await academy.call('POST', '/api/user-course/fetch-course', open, learner);
  const master = new URL(Object.values(result.playback)[0].hls, academy.url);
  const variant = new URL(linesOf(await get(master))[0], master);
  const playlist = await get(variant);
  await get(new URL(/URI="([^"]*key)"/.exec(playlist)[1], variant));
  await get(new URL(linesOf(playlist)[0], variant));
  const wait = (performance.now() - begun) / 1000;
  const cpu = (await cpuWithChildren()) - before;
  // Deleting it keeps its smaller sizes from being encoded.
  await fetch(academy.url + address, { method: 'DELETE', headers: { ...TUS, authorization: `Bearer ${manager}` } });
  return { wait, cpu };
}

async function get(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  return answer.text();
}

function linesOf(playlist) {
  return playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** Processor time of catalog and of its finished child processes, in seconds. */
async function cpuWithChildren() {
  const text = await readFile(`/proc/${await academy.pidOf('catalog')}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS;
}
