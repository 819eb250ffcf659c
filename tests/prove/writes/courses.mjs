// Writes to courses, their parts' videos, and captions.
import { Thing } from '../thing.mjs';
import { count, form, free, inBin } from './common.mjs';

const MAX_COURSES = 4;
const MAX_BINNED = 3;

export function createCourse(client) {
  if (count(client, 'course') >= MAX_COURSES) return undefined;
  const title = client.mark('course');
  const part = client.mark('part');
  const state = { description: client.mark('about'), parts: [{ title: part, video: '' }], binned: 0 };
  const fields = { title, description: state.description, parts: JSON.stringify([{ title: part }]) };
  return {
    thing: client.add(new Thing('course', title)),
    request: { method: 'PUT', path: '/api/cm/course/create-course', ...form(fields) },
    after: state,
  };
}

// The description and all parts, so that half of a change would be seen.
export function updateCourse(client) {
  const thing = client.random.of(free(client, 'course'));
  if (!thing) return undefined;
  const titles = Array.from({ length: client.random.between(1, 3) }, () => client.mark('part'));
  const after = {
    description: client.mark('about'),
    parts: titles.map((title) => ({ title, video: '' })),
    binned: 0,
  };
  const body = { courseId: thing.id, description: after.description, parts: titles.map((title) => ({ title })) };
  return { thing, request: { method: 'PUT', path: '/api/cm/course/update-course', body }, after };
}

// Everybody's lessons show the same video, which nobody removes.
export function setPartVideo(client) {
  const thing = client.random.of(
    free(client, 'course').filter(({ partIds, state }) => partIds && state.parts.some(({ video }) => video === '')),
  );
  if (!thing) return undefined;
  const index = thing.state.parts.findIndex(({ video }) => video === '');
  const { assetId } = client.lesson;
  const parts = thing.state.parts.map((part, at) => (at === index ? { ...part, video: assetId } : part));
  const body = { courseId: thing.id, partId: thing.partIds[index], assetId };
  return {
    thing,
    request: { method: 'PUT', path: '/api/cm/course/set-part-video', body },
    after: { ...thing.state, parts },
  };
}

// With its assignments, which come back with it.
export function deleteCourse(client) {
  if (inBin(client, 'course').length >= MAX_BINNED) return undefined;
  const thing = client.random.of(free(client, 'course'));
  if (!thing) return undefined;
  return {
    thing,
    request: { method: 'DELETE', path: '/api/cm/course/delete-course', body: { courseId: thing.id } },
    after: { ...thing.state, binned: 1 },
  };
}

// One language for each client, on the lesson's video.
export function uploadCaptions(client) {
  const thing = client.captions;
  if (thing.pending) return undefined;
  const { assetId } = client.lesson;
  const label = client.mark('captions');
  const fields = { assetId, lang: client.lang, label, file: `WEBVTT\n\n00:01.000 --> 00:02.000\n${label}\n` };
  return {
    thing,
    request: { method: 'POST', path: '/api/cm/media/upload-captions', ...form(fields) },
    after: { label },
  };
}

export function deleteCaptions(client) {
  const thing = client.captions;
  if (thing.pending || thing.state === null) return undefined;
  const body = { assetId: client.lesson.assetId, lang: client.lang };
  return { thing, request: { method: 'DELETE', path: '/api/cm/media/delete-captions', body }, after: null };
}
