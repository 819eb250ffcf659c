// Lessons watched offline and reported afterwards one by one, as the web app's queue does.
import { expect, test } from 'vitest';

import {
  Api,
  assign,
  firstManager,
  newCourse,
  newLearner,
  signIn,
  type Course,
  type Part,
  type Progress,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

const FLAGS = ['--bot-check', 'off'];
const HOUR = 3600;

/** A report as the queue stores it: one per lesson, with the watched part as one interval. */
const report = (learner: Api, course: Course, part: Part | undefined, seconds: number) =>
  learner.put<{ result: Progress }>('/api/user-course/update-progress', {
    courseId: course._id,
    partId: part?._id,
    position: seconds,
    watched: seconds > 0 ? [[0, seconds]] : [],
  });

/** Gives each lesson a video of an hour, without encoding one, and lets an hour pass for the learner. */
async function anHourLater(data: string, course: Course): Promise<void> {
  const videos = course.parts.map(
    ({ _id }) => `
      INSERT INTO assets (id, filename, status, progress, duration, width, height, size, hls, poster, thumbnails,
          content_key, created_at)
        VALUES ('${_id}-video', 'lesson.mp4', 'ready', 100, ${HOUR}, 1280, 720, 1, '', '', '', '', 0);
      UPDATE parts SET asset_id = '${_id}-video' WHERE id = '${_id}';`,
  );
  await sql(data, 'catalog', `BEGIN; ${videos.join('')} COMMIT;`);
  await sql(data, 'enrollment', `UPDATE watchers SET updated_at = updated_at - ${HOUR * 1000};`);
}

test('each of them counts, up to double speed', async () => {
  const before = await Cluster.start({ flags: FLAGS });
  const { api: manager } = await firstManager(before.url);
  const course = await newCourse(manager, 'Watched on a train', ['one', 'two', 'three']);
  const learner = await newLearner(manager);
  await assign(manager, course._id, learner._id);
  const online = await signIn(before.url, learner.email);
  expect((await report(online, course, course.parts[0], 0)).status).toBe(200);
  await before.stop({ keepData: true });
  await anHourLater(before.data, course);

  const cluster = await Cluster.start({ data: before.data, flags: FLAGS });
  try {
    const back = new Api(cluster.url, online.token);
    const begun = performance.now();
    let progress: Progress | undefined;
    for (const part of course.parts) {
      // The queue retries while the academy is busy: services that have just started may not be connected yet.
      const answer = await until('the report to be taken', async () => {
        const tried = await report(back, course, part, HOUR);
        return tried.status === 503 ? undefined : tried;
      });
      expect(answer.status).toBe(200);
      progress = answer.body.result;
    }
    const passed = (performance.now() - begun) / 1000;
    expect(progress?.parts.slice(0, 2)).toMatchObject([
      { watchedSeconds: HOUR, completed: true },
      { watchedSeconds: HOUR, completed: true },
    ]);
    // Two minutes are always allowed, and the academy took a moment to restart.
    expect(progress?.parts[2]?.watchedSeconds).toBeGreaterThanOrEqual(120);
    expect(progress?.parts[2]?.watchedSeconds).toBeLessThan(300 + 2 * passed);
    expect(progress?.parts[2]?.completed).toBe(false);
  } finally {
    await cluster.stop();
    await before.stop();
  }
});
