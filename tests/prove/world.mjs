// What the clients find: a manager, a lesson with a video that everybody may watch, and a video to upload.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { h264, makeFilm } from '../harness/film.mjs';
import { Thing } from './thing.mjs';

const PASSWORD = 'Prove-pass-1';
const DAY_MS = 86_400_000;
const PROCESSED_MS = 120_000;

/** A small H.264 video, which is copied and not encoded. */
async function video(folder, seconds) {
  const small = { size: '160x90', rate: 5, seconds, silent: true, coding: h264('-g', '10') };
  return readFile(await makeFilm(join(folder, `video-${seconds}.mp4`), small));
}

/** Makes the world; clients come later, by `Client.prepare`. */
export async function makeWorld(calls, folder, mailbox) {
  const email = 'manager@academy.test';
  await calls.must('PUT', '/api/cm/auth/signup', { email, password: PASSWORD, fullname: 'Manager' });
  const { token } = await calls.must('POST', '/api/cm/auth/login', { email, password: PASSWORD });
  const lessonVideo = await video(folder, 60);
  const assetId = await upload(calls, token, lessonVideo);
  const form = new FormData();
  form.set('title', 'The lesson');
  form.set('parts', JSON.stringify([{ title: 'Watched by all' }]));
  const made = await calls.once({ method: 'PUT', path: '/api/cm/course/create-course', body: () => form, token });
  const course = made.body.result;
  const lesson = { courseId: course._id, partId: course.parts[0]._id, assetId };
  await calls.must('PUT', '/api/cm/course/set-part-video', lesson, token);
  return {
    email,
    token,
    lesson,
    mailbox,
    password: PASSWORD,
    video: await video(folder, 1),
    /** What the checker must not take for somebody's. */
    own: new Set(['The lesson', email]),
    /** What the audit trail says was changed when somebody's captions are. */
    videoOfLesson: new Thing('asset', 'lesson.mp4', { id: assetId }),
    /** Ids of videos that the edge has played. */
    played: new Set(),
    refused: [],
    /** `kind name` of what was there and was removed. */
    removed: new Set(),
    effects: new Map(),
    mails: new Map(),
  };
}

/** Gives the manager's password once more: some calls need a session that is recent. Clients wait for the same answer. */
export function renew(calls, world) {
  const request = { method: 'POST', path: '/api/cm/auth/reauthenticate', body: { password: world.password } };
  world.renewing ??= calls.once({ ...request, token: world.token }).finally(() => (world.renewing = undefined));
  return world.renewing;
}

/** Lets every client watch the lesson. */
export async function openLesson(calls, world, clients) {
  const day = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const userIds = clients.map(({ self }) => self.id);
  const body = { courseId: world.lesson.courseId, userIds, startDate: day(-1), expiryDate: day(30) };
  await calls.must('PUT', '/api/cm/user-course/assign-user-course', body, world.token);
}

async function upload(calls, token, bytes) {
  const tus = { 'tus-resumable': '1.0.0' };
  const headers = {
    ...tus,
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${btoa('lesson.mp4')}`,
  };
  const made = await calls.once({ method: 'POST', path: '/api/cm/media/uploads', headers, token });
  const path = new URL(made.location, calls.url).pathname;
  const sending = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  await calls.once({ method: 'PATCH', path, headers: sending, body: bytes, token });
  const assetId = path.split('/').at(-1);
  const end = performance.now() + PROCESSED_MS;
  for (;;) {
    const { result } = await calls.must('POST', '/api/cm/media/fetch-asset', { assetId }, token);
    if (result.status === 'ready') return assetId;
    if (result.status === 'failed' || performance.now() > end) throw new Error(`the lesson's video: ${result.status}`);
    await pause(200);
  }
}
