// Watching and progress in a running academy, with a real video.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  assign,
  day,
  firstManager,
  newCourse,
  newLearner,
  signIn,
  type Api,
  type Course,
  type Learner,
  type MyCourse,
  type Progress,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { until } from '../../harness/until.ts';

const SECONDS = 50;
const LESSONS = ['one', 'two', 'three', 'four'];

let cluster: Cluster;
let media: MediaFolder;
let manager: Api;
let course: Course;

beforeAll(async () => {
  media = await MediaFolder.create();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  const asset = await readyAsset(manager, await media.mp4('lesson.mp4', SECONDS, '160x90'));
  const made = await newCourse(manager, 'Watched', LESSONS);
  course = await setVideos(
    manager,
    made,
    LESSONS.map(() => asset._id),
  );
});

afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
});

type Told = Progress & { completePercent: number };

class Watcher {
  private constructor(
    readonly learner: Learner,
    readonly session: Api,
  ) {}

  static async create(): Promise<Watcher> {
    const learner = await newLearner(manager);
    await assign(manager, course._id, learner._id);
    return new Watcher(learner, await signIn(cluster.url, learner.email));
  }

  send(part: number, position: number, watched: [number, number][]) {
    const partId = course.parts[part]?._id;
    return this.session.put<{ result: Told }>('/api/user-course/update-progress', {
      courseId: course._id,
      partId,
      position,
      watched,
    });
  }

  async report(part: number, position: number, watched: [number, number][]): Promise<Told> {
    const answer = await this.send(part, position, watched);
    expect(answer.status).toBe(200);
    return answer.body.result;
  }

  async course(): Promise<MyCourse> {
    const { result } = await this.session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
      courseId: course._id,
    });
    return result;
  }
}

test('progress is the union of what was watched, and the last position', async () => {
  const watcher = await Watcher.create();
  await watcher.report(0, 10, [[0, 10]]);
  const progress = await watcher.report(0, 22, [
    [5, 12],
    [20, 22],
  ]);
  expect(progress.parts[0]).toMatchObject({ watchedSeconds: 14, position: 22, completed: false });
  expect((await watcher.course()).playback[course.parts[0]?._id ?? '']?.position).toBe(22);
});

test('two tabs never lose each other’s progress', async () => {
  const watcher = await Watcher.create();
  const reports = Array.from({ length: 20 }, (_, i) => watcher.report(0, 2 * i, [[2 * i, 2 * i + 2]]));
  await Promise.all(reports);
  expect((await watcher.course()).progress.parts[0]?.watchedSeconds).toBe(40);
});

test('a part is complete at 90 %, the answer has the rule, and a finished part starts from the beginning', async () => {
  const watcher = await Watcher.create();
  const before = await watcher.report(0, 44, [[0, 44]]);
  expect(before.completePercent).toBe(90);
  expect(before.parts[0]?.completed).toBe(false);
  const after = await watcher.report(0, 46, [[44, 46]]);
  expect(after.parts[0]).toMatchObject({ completed: true, percent: 100, position: 0 });
  expect((await watcher.course()).playback[course.parts[0]?._id ?? '']?.position).toBe(0);
  const list = await watcher.session.must<{ result: { progress: Told }[] }>('POST', '/api/user-course/fetch-courses');
  expect(list.result[0]?.progress.completePercent).toBe(90);
  // A list has only the parts that were begun; the course has all.
  expect(list.result[0]?.progress.parts).toEqual([after.parts[0]]);
  expect((await watcher.course()).progress.parts).toHaveLength(LESSONS.length);
});

test('watched time is limited by the clock, over all parts together', async () => {
  const watcher = await Watcher.create();
  const begun = performance.now();
  let watched = 0;
  for (let part = 0; part < LESSONS.length; ++part) {
    const progress = await watcher.report(part, SECONDS, [[0, SECONDS]]);
    watched = progress.parts.reduce((sum, each) => sum + each.watchedSeconds, 0);
  }
  const passed = (performance.now() - begun) / 1000;
  expect(watched).toBeGreaterThanOrEqual(120);
  expect(watched).toBeLessThanOrEqual(120 + 2 * passed + 1);
});

test('progress survives an expired assignment and continues after an extension', async () => {
  const watcher = await Watcher.create();
  await watcher.report(0, 10, [[0, 10]]);
  await assign(manager, course._id, watcher.learner._id, -10, -2);
  const refused = await watcher.send(0, 12, [[10, 12]]);
  expect(refused.status).toBe(403);
  expect(refused.body.code).toBe('course_expired');
  await assign(manager, course._id, watcher.learner._id, -10, 20);
  expect((await watcher.report(0, 12, [[10, 12]])).parts[0]?.watchedSeconds).toBe(12);
});

test('the last instant of an assignment is inside it, the next one is not', async () => {
  const watcher = await Watcher.create();
  const expiry = new Date(Date.now() + 1500);
  await manager.must('PUT', '/api/cm/user-course/update-expdate', {
    courseId: course._id,
    clientId: watcher.learner._id,
    expiryDate: expiry.toISOString(),
  });
  const answer = await until('the expiry', async () => {
    const asked = Date.now();
    const sent = await watcher.send(0, 1, [[0, 1]]);
    // An answer that arrives before the instant was decided before it.
    if (Date.now() <= expiry.getTime()) expect(sent.status).toBe(200);
    return asked > expiry.getTime() ? sent : undefined;
  });
  expect(answer.body.code).toBe('course_expired');
});

test('an invalid report is refused, naming the field', async () => {
  const watcher = await Watcher.create();
  for (const [field, position, watched] of [
    ['position', SECONDS + 10, []],
    ['watched[0]', 1, [[5, 4]]],
    ['watched[0]', 1, [[0, SECONDS + 10]]],
  ] as const) {
    const answer = await watcher.send(0, position, watched as unknown as [number, number][]);
    expect(answer.status).toBe(422);
    expect(answer.body.data?.[0]?.field).toBe(field);
  }
});

test('a change of the course takes effect at the next report', async () => {
  const made = await newCourse(manager, 'Changed', ['one']);
  const learner = await newLearner(manager);
  await assign(manager, made._id, learner._id);
  const session = await signIn(cluster.url, learner.email);
  const report = (partId: string) =>
    session.put<{ result: Told }>('/api/user-course/update-progress', {
      courseId: made._id,
      partId,
      position: 0,
      watched: [],
    });
  expect((await report(made.parts[0]?._id ?? '')).status).toBe(200);
  const { result } = await manager.must<{ result: Course }>('PUT', '/api/cm/course/update-course', {
    courseId: made._id,
    parts: [...made.parts.map(({ _id, title }) => ({ _id, title })), { title: 'two' }],
  });
  const added = result.parts[1]?._id ?? '';
  const answer = await until('the new part', async () => {
    const sent = await report(added);
    return sent.status === 200 ? sent : undefined;
  });
  expect(answer.body.result.parts).toHaveLength(2);
});

describe('reports of many learners at once', () => {
  /** A counter of enrollment. */
  async function count(name: string): Promise<number> {
    const text = await (await fetch(`${cluster.url}/metrics`)).text();
    return Number(new RegExp(`^${name}{[^}]*} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  }

  /** Reports until reports go together: the first opens the edge's stream. */
  const together = (watcher: Watcher) =>
    until('reports that go together', async () => {
      const before = await count('academy_progress_reports_total');
      await watcher.send(3, 0, []);
      return (await count('academy_progress_reports_total')) > before || undefined;
    });

  test('each is stored and has its own answer, with when the next is wanted', async () => {
    const watchers = await Promise.all(Array.from({ length: 6 }, () => Watcher.create()));
    const stranger = await newLearner(manager);
    const others = await signIn(cluster.url, stranger.email);
    await together(watchers[0] as Watcher);
    const reports = await count('academy_progress_reports_total');
    const batches = await count('academy_progress_batches_total');
    const refused = Array.from({ length: 10 }, () =>
      others.put('/api/user-course/update-progress', {
        courseId: course._id,
        partId: course.parts[0]?._id,
        position: 1,
      }),
    );
    const answers = await Promise.all(
      watchers.flatMap((watcher, w) =>
        Array.from({ length: 10 }, async (_, i) => {
          const answer = await watcher.send(w % 4, i, [[i, i + 1]]);
          expect(answer.status).toBe(200);
          expect(answer.headers.get('report-interval')).toBe('5');
          expect(answer.body.result.lastPartId).toBe(course.parts[w % 4]?._id);
        }),
      ),
    );
    expect(answers).toHaveLength(60);
    for (const answer of await Promise.all(refused)) expect(answer.body.code).toBe('assignment_not_found');
    for (const [w, watcher] of watchers.entries()) {
      expect((await watcher.course()).progress.parts[w % 4]?.watchedSeconds).toBe(10);
    }
    const more = (await count('academy_progress_reports_total')) - reports;
    expect(more).toBe(70);
    expect((await count('academy_progress_batches_total')) - batches).toBeLessThan(more);
  });

  test('one with an Idempotency-Key is answered twice with the first answer', async () => {
    const watcher = await Watcher.create();
    await together(watcher);
    const report = (position: number) =>
      watcher.session.call<{ result: Told }>(
        'PUT',
        '/api/user-course/update-progress',
        { courseId: course._id, partId: course.parts[0]?._id, position, watched: [[0, position]] },
        'a-report-of-progress',
      );
    const first = await report(10);
    expect(first.status).toBe(200);
    expect(first.headers.get('report-interval')).toBe('5');
    await watcher.report(0, 20, [[10, 20]]);
    const again = await report(10);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await report(11)).body.code).toBe('idempotency_key_reused');
  });

  test('what was answered outlives a killed enrollment, and reports go on', async () => {
    const watcher = await Watcher.create();
    await together(watcher);
    const stored = new Set<number>();
    // Two players, so that one reports while the other's report is refused.
    const player = async (first: number) => {
      for (let second = first; second < 40; second += 2) {
        await until('a report that is stored', async () => {
          const { status } = await watcher.send(0, second, [[second, second + 1]]);
          if (status !== 200) expect([503, 504]).toContain(status);
          return status === 200 || undefined;
        });
        stored.add(second);
        if (second === 10) await cluster.kill('enrollment');
      }
    };
    await Promise.all([player(0), player(1)]);
    expect(stored.size).toBe(40);
    expect((await watcher.course()).progress.parts[0]?.watchedSeconds).toBe(40);
    await together(watcher);
  });
});

describe('figures', () => {
  test('show what learners watched, per course and on the dashboard', async () => {
    const watcher = await Watcher.create();
    await watcher.report(0, 21, [[0, 21]]);
    const { result } = await manager.must<{
      result: {
        learners: { assigned: number; started: number };
        completions: { day: string; completed: number }[];
        parts: { viewers: number; stopped: number[]; watched: number[] }[];
      };
    }>('POST', '/api/cm/user-course/fetch-statistics', { courseId: course._id });
    expect(result.learners.started).toBeGreaterThanOrEqual(1);
    expect(result.completions).toHaveLength(90);
    expect(result.parts).toHaveLength(LESSONS.length);
    expect(result.parts[0]?.stopped).toHaveLength(20);
    expect(result.parts[0]?.stopped[8]).toBeGreaterThanOrEqual(1);
    expect(result.parts[0]?.watched[0]).toBeGreaterThanOrEqual(1);
    const dashboard = await manager.must<{
      result: { activeToday: number; watched: { day: string; hours: number }[]; assignments: { active: number } };
    }>('POST', '/api/cm/dashboard/fetch-figures');
    expect(dashboard.result.activeToday).toBeGreaterThanOrEqual(1);
    expect(dashboard.result.watched).toHaveLength(30);
    expect(dashboard.result.watched[29]?.hours).toBeGreaterThan(0);
    expect(day(0) >= (dashboard.result.watched[0]?.day ?? '')).toBe(true);
  });
});
