// Courses with lessons of any length, without encoding videos: their assets are written to the database while the
// academy is stopped.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs SQL on a service's database. Only while the academy is stopped. */
export async function sql(academy, service, text) {
  await run('sqlite3', ['-bail', join(academy.data, service, `${service}.db`), text], { maxBuffer: 1 << 26 });
}

/** Stops the academy, runs `work`, and starts it again on the same data. */
export async function whileStopped(academy, work) {
  await academy.end();
  await work();
  await academy.run();
}

/** Fetches all learners, page by page. */
export async function allLearners(academy, token) {
  const learners = [];
  for (let cursor = ''; cursor !== null;) {
    const page = await academy.call('PUT', '/api/cm/user/fetch-users', { limit: 1000, cursor }, token);
    learners.push(...page.result);
    cursor = page.nextCursor;
  }
  return learners;
}

/** Creates a course of `count` lessons; `setLengths` gives them their videos. */
export async function newCourse(academy, token, title, count) {
  const form = new FormData();
  form.set('title', title);
  form.set('parts', JSON.stringify(Array.from({ length: count }, (_, i) => ({ title: `Lesson ${i + 1}` }))));
  const answer = await fetch(`${academy.url}/api/cm/course/create-course`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`create-course: ${answer.status}`);
  return (await answer.json()).result;
}

/** Gives every lesson of the course a video of `seconds` seconds, which cannot be played. */
export async function setLengths(academy, course, seconds) {
  const statements = course.parts.map(
    ({ _id }) =>
      `INSERT INTO assets (id, filename, status, progress, duration, width, height, size, hls, poster, thumbnails,
         content_key, created_at) VALUES ('${_id}-video', 'lesson.mp4', 'ready', 100, ${seconds}, 1280, 720, 1, '', '', '', '', 0);
       UPDATE parts SET asset_id = '${_id}-video' WHERE id = '${_id}';`,
  );
  await sql(academy, 'catalog', `BEGIN; ${statements.join('\n')} COMMIT;`);
}
