// The calls that make most of an academy's load, with what they need: 1,000 learners, 100 courses, a learner who has 20
// of them, and a lesson with a segment.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Academy } from './academy.mjs';
import { fillCatalogue } from './catalogue.mjs';
import { newCourse, setLengths, sql } from './lessons.mjs';

const LEARNERS = 1000;
const COURSES = 100;
const ASSIGNED = 20;
const LESSON_SECONDS = 3600;
const SEGMENT_BYTES = 256 * 1024;
const DAY_MS = 86_400_000;

/** Makes the academy of the calls, stopped. Returns it and `people`, whom `hotCalls` needs. */
export async function makeHotAcademy() {
  const academy = await Academy.start(LEARNERS);
  try {
    const people = await fillCatalogue(academy, { courses: COURSES, assigned: ASSIGNED });
    const { token } = people.manager;
    const course = await newCourse(academy, token, 'Watched', 1);
    const { result } = await academy.call('PUT', '/api/cm/user/fetch-users', { limit: 10 }, token);
    const [viewer, stranger, changed] = result.filter(({ _id }) => _id !== people.learner.person);
    const day = (offset) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
    const dates = { startDate: day(-1), expiryDate: day(30) };
    const chosen = { courseId: course._id, userIds: [viewer._id] };
    await academy.call('PUT', '/api/cm/user-course/assign-user-course', { ...chosen, ...dates }, token);
    const { email } = viewer;
    const { clientToken } = await academy.call('POST', '/api/auth/login', { email, password: academy.password });
    Object.assign(people, { viewer: { ...viewer, token: clientToken }, stranger, changed, course });
    await academy.end();
    await setLengths(academy, course, LESSON_SECONDS);
    await sql(academy, 'catalog', `UPDATE assets SET hls = 'master.m3u8'`);
    const folder = join(academy.data, 'blobs/media', `${course.parts[0]._id}-video`, 'v0');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'seg-00000.m4s'), Buffer.alloc(SEGMENT_BYTES, 'film'));
    return { academy, people };
  } catch (error) {
    await academy.stop();
    throw error;
  }
}

/**
 * The calls by name. Each has what a request needs, or makes it (`next`) where no two are the same. `ask` makes a
 * request and returns the answer's body.
 */
export async function hotCalls({ manager, learner, viewer, stranger, changed, course }, password, ask) {
  const opened = await ask({
    method: 'POST',
    path: '/api/user-course/fetch-course',
    body: { courseId: course._id },
    token: viewer.token,
  });
  const [{ hls }] = Object.values(JSON.parse(opened).result.playback);
  const [part] = course.parts;
  let watched = 0;
  const report = () => {
    const from = watched / 10;
    // Much less than the clock allows.
    const to = ++watched / 10;
    return {
      method: 'PUT',
      path: '/api/user-course/update-progress',
      body: { courseId: course._id, partId: part._id, position: to, watched: [[from, to]] },
      token: viewer.token,
    };
  };
  let moved = 100;
  const move = () => ({
    method: 'PUT',
    path: '/api/cm/user/update-user',
    body: { clientId: changed._id, address: `Street ${++moved}` },
    token: manager.token,
  });
  return {
    trylogin: { method: 'POST', path: '/api/auth/trylogin', token: learner.token },
    'list of 20': { method: 'POST', path: '/api/user-course/fetch-courses', body: {}, token: learner.token },
    'update-progress': { next: report },
    segment: { path: `${hls.slice(0, hls.lastIndexOf('/'))}/v0/seg-00000.m4s` },
    '100 courses': { method: 'POST', path: '/api/cm/course/fetch-courses', body: {}, token: manager.token },
    '1,000 learners': { method: 'PUT', path: '/api/cm/user/fetch-users', body: {}, token: manager.token },
    'update-user': { next: move },
    'public courses': { method: 'POST', path: '/api/public/fetch-courses', body: {} },
    page: { path: '/', headers: { 'accept-encoding': 'br' } },
    'sign-in': { method: 'POST', path: '/api/auth/login', body: { email: stranger.email, password } },
  };
}
