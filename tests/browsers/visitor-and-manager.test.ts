// A visitor's and a manager's journeys in Firefox and in Safari's engine, with a real mouse and real keys.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { day, firstManager, newCourse, newLearner, type Api, type Assignment, type Course } from '../harness/api.ts';
import { Cluster } from '../harness/cluster.ts';
import { inEachEngine, logIn } from '../harness/engines/each.ts';
import type { Engine } from '../harness/engines/tab.ts';
import { Visitor, type Query } from '../harness/engines/visitor.ts';
import { MediaFolder } from '../harness/media.ts';
import { until } from '../harness/until.ts';

// The zone of an academy that chooses none.
const RIYADH_MS = 3 * 3_600_000;

let cluster: Cluster;
let media: MediaFolder;
let manager: { api: Api; email: string };
let course: Course;

beforeAll(async () => {
  media = await MediaFolder.create();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = await firstManager(cluster.url);
  course = await newCourse(manager.api, 'أساسيات التصوير الضوئي', ['الضوء والظل', 'التكوين']);
});
afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
});

async function arriveAsManager(engine: Engine): Promise<Visitor> {
  const visitor = await Visitor.arrive(engine, cluster.url, 'en');
  await logIn(visitor, 'admin', manager.email);
  await visitor.at(/^\/admin\/users\/list/);
  return visitor;
}

inEachEngine((engine) => {
  test('a visitor reads the public pages in both languages', async () => {
    const visitor = await Visitor.arrive(engine(), cluster.url);
    const looks = () => visitor.tab.run(() => [document.documentElement.lang, document.documentElement.dir]);
    await visitor.sees({ role: 'heading' });
    expect(await looks()).toEqual(['ar', 'rtl']);
    // On the way, the app replaces the page that the server sent.
    await visitor.link('public.nav.courses');
    await visitor.at(/^\/courses/);
    await visitor.sees({ role: 'heading', name: course.title, like: true });
    await visitor.click({ role: 'link', name: course.title, like: true });
    await visitor.at(/^\/courses\/./);
    await visitor.sees({ role: 'link', name: visitor.say('public.course.all') });
    await visitor.sees({ role: 'heading', name: course.title });
    await visitor.goto('/?lang=en');
    await until('English', async () => (await looks()).join(' ') === 'en ltr');
    await visitor.goto('/nowhere');
    await visitor.sees({ role: 'heading' });
    expect(await visitor.problems()).toEqual([]);
    await visitor.leave();
  });

  test('a manager sorts and searches learners, and assigns a course by the date picker', async () => {
    const mark = `Browser${Math.random().toString(36).slice(2, 8)}`;
    const sara = await newLearner(manager.api, `Sara ${mark}`);
    await newLearner(manager.api, `Adam ${mark}`);
    const visitor = await arriveAsManager(engine());
    await visitor.click({ role: 'searchbox' });
    await visitor.tab.type(mark);
    const names = async () =>
      (await visitor.textsOf({ role: 'rowheader' })).map((text) => /Sara|Adam/.exec(text)?.[0]).join();
    await until('both learners', async () => (await names()) === 'Adam,Sara');
    await visitor.click({ role: 'columnheader', name: visitor.say('field.fullname') });
    await visitor.at(/sort=-fullname/);
    await until('the other order', async () => (await names()) === 'Sara,Adam');

    await visitor.click({ role: 'checkbox', within: { role: 'row', name: sara.fullname, like: true } });
    await visitor.button('users.assign');
    const dialog: Query = { role: 'dialog' };
    await visitor.click({ role: 'checkbox', name: course.title, like: true, within: dialog });
    // The first date by keys, the last one from the month's page.
    const from: Query = { role: 'group', name: visitor.say('field.startDate'), like: true, within: dialog };
    const digits = day(-1).split('-');
    for (const [index, part] of ['year', 'month', 'day'].entries()) {
      await visitor.click({ css: `[data-type=${part}]`, within: from });
      await visitor.tab.type(digits[index] ?? '');
    }
    const to: Query = { role: 'group', name: visitor.say('field.expiryDate'), like: true, within: dialog };
    await visitor.click({ role: 'button', within: to });
    const month: Query = { css: '[role=dialog]:has([role=grid][aria-label])' };
    await visitor.click({ css: 'button[slot=next]', within: month });
    await visitor.click({ css: '[role=grid] [role=button]:not([data-outside-month])', within: month });
    await visitor.misses(month);
    await visitor.button('assign.submit', dialog);
    const assigned = await until('the assignment', async () => {
      const { userCourses } = await manager.api.must<{ userCourses: Assignment[] }>(
        'POST',
        '/api/cm/user-course/fetch-user-courses',
        { clientId: sara._id },
      );
      return userCourses.find(({ courseId }) => courseId === course._id);
    });
    expect(assigned.startDate.slice(0, 10) <= day(-1)).toBe(true);
    // A year from today in the academy's zone is proposed; the first day of the month after it, in whatever zone.
    const today = new Date(Date.now() + RIYADH_MS);
    const expected = Date.UTC(today.getUTCFullYear() + 1, today.getUTCMonth() + 1, 1);
    expect(Math.abs(Date.parse(assigned.expiryDate) - expected)).toBeLessThan(2 * 86_400_000);
    expect(await visitor.problems()).toEqual([]);
    await visitor.leave();
  });

  test('a manager uploads a video and drags lessons into another order', async () => {
    const ordered = await newCourse(manager.api, `Order in ${engine().name}`, ['A', 'B', 'C', 'D']);
    const stored = async () => {
      const { result } = await manager.api.must<{ result: Course[] }>('POST', '/api/cm/course/fetch-courses');
      return result.find(({ _id }) => _id === ordered._id);
    };
    const visitor = await arriveAsManager(engine());
    await visitor.goto(`/admin/courses/update/${ordered._id}`);
    const shown = () =>
      visitor.run(() =>
        [...document.querySelectorAll('[role=row]')].map((row) => row.getAttribute('aria-label')).join(''),
      );
    await until('the lessons', async () => (await shown()) === 'ABCD');
    const handle: Query = { role: 'button', name: visitor.say('sortable.drag').replace('{name}', 'D') };
    await visitor.drag(handle, { role: 'row', name: 'A' });
    await until('the order by dragging', async () => (await shown()) === 'DABC');

    await visitor.click({ role: 'button', name: visitor.say('parts.open').replace('{number}', '1'), like: true });
    const video: Query = { role: 'group', name: visitor.say('video.label') };
    await visitor.choose({ css: 'input[type=file]', within: video }, await media.mp4('upload.mp4', 2));
    await visitor.sees({ text: visitor.say('video.status.ready') }, 120_000);
    await visitor.button('parts.save');
    await until('the stored order', async () => {
      const course = await stored();
      return course?.parts.map(({ title }) => title).join('') === 'DABC' && course;
    });
    expect((await stored())?.parts[0]?.video?.status).toBe('ready');
    expect(await visitor.problems()).toEqual([]);
    await visitor.leave();
  });
});
