// Checks every screen of a manager's courses, in both languages, light and dark, on a desktop and on a phone: axe, the
// browser's console, and whether it fits into 320 px. Screenshots go to out/screenshots/manager-course-screens.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { assign, newCourse, newLearner, signIn } from '../harness/api.ts';
import type { Language, Person } from '../harness/browser/browser.ts';
import { LearnerAcademy } from '../harness/academies/learner-academy.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { axeProblems, consoleErrors, settled, sidewaysScroll, tickBox } from '../harness/browser/screens.ts';
import { until } from '../harness/until.ts';

const SIZES = { 1280: 900, 375: 760 } as const;
type Scheme = 'light' | 'dark';
const LOOKS: [Language, Scheme][] = [
  ['ar', 'light'],
  ['ar', 'dark'],
  ['en', 'light'],
  ['en', 'dark'],
];

let academy: LearnerAcademy;
beforeAll(async () => {
  academy = await LearnerAcademy.open([], 12);
  const names = ['سارة القحطاني', 'Fahad Aldossari', 'هند الشمري', 'Omar Alharbi', 'ليلى الزهراني'];
  for (const [index, name] of names.entries()) {
    const learner = await newLearner(academy.manager, name);
    await assign(academy.manager, academy.course._id, learner._id, -10, index === 2 ? -1 : 30 + index);
    if (index === 2) continue;
    const session = await signIn(academy.url, learner.email);
    await session.must('PUT', '/api/user-course/update-progress', {
      courseId: academy.course._id,
      partId: academy.course.parts[index % 2]?._id,
      position: 6 + index,
      watched: [[0, 6 + index]],
    });
  }
  await newLearner(academy.manager, 'خالد المطيري');
  await newCourse(academy.manager, 'A course with a long name that takes more than one line of its card', ['One']);
  console.log('The pictures of the screens are in out/screenshots/manager-course-screens');
});
afterAll(() => academy?.close());

/** Checks the current screen in every size. */
async function look(person: Person, name: string, language: Language, scheme: Scheme, ready: Locator) {
  const { page } = person;
  await ready.first().waitFor();
  for (const [width, height] of Object.entries(SIZES)) {
    await page.setViewportSize({ width: Number(width), height });
    const where = `${name} ${language} ${scheme} ${width}`;
    expect.soft(await axeProblems(page), where).toEqual([]);
    await person.picture(`manager-course-screens/${name}-${language}-${scheme}-${width}`);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await settled(page);
  expect.soft(await sidewaysScroll(page), `${name} ${language} at 320`).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  // What is pressed next stands where it was before.
  await settled(page);
}

test.each(LOOKS)("screens of a manager's courses (%s, %s)", async (language, scheme) => {
  const person = await academy.arrive(language);
  const { page } = person;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await person.context.addInitScript(
    (kept) => localStorage.getItem('theme') ?? localStorage.setItem('theme', kept),
    JSON.stringify({ scheme }),
  );
  await signManagerInto(person.context, academy.manager);
  const errors = consoleErrors(page);
  const see = (name: string, ready: Locator) => look(person, name, language, scheme, ready);
  const { _id } = academy.course;
  const tab = (id: string) => page.getByRole('tab', { name: person.text(id), exact: true });

  await page.goto('/admin/courses/list');
  await see('list-cards', page.getByRole('article'));
  await page.goto('/admin/courses/list?view=table');
  await see('list-table', page.getByRole('grid'));
  await page.goto('/admin/courses/list?q=%D9%84%D8%A7%D8%B4%D9%8A%D8%A1');
  await see('list-nothing', page.getByText(person.text('state.empty')));

  await page.goto('/admin/courses/create');
  await person.button('courses.create.submit').click();
  await see('create', page.getByText(person.text('error.required')));

  await page.goto(`/admin/courses/update/${_id}`);
  await page.getByRole('row').first().getByRole('button').nth(1).click();
  await see('update', page.getByText(person.text('video.status.ready')));
  await page.goto(`/admin/courses/preview/${_id}`);
  await until('a picture of the video', () =>
    page.locator('video').evaluate((element) => (element as HTMLVideoElement).readyState >= 2),
  );
  await see('preview', page.locator('video'));

  await page.goto(`/admin/courses/course/${_id}`);
  await see('learners', page.getByRole('grid'));
  await tickBox(page.getByRole('row').nth(1).getByRole('checkbox'));
  await see('learners-chosen', person.button('assign.extend'));
  await person.button('assign.extend.title').click();
  await person.button('assign.extend.preview').click();
  await see('extend', page.getByRole('table', { name: person.text('assign.preview.table') }));
  await page.keyboard.press('Escape');

  await tab('assign.learners.more').click();
  await see('assign-search', page.getByRole('grid', { name: person.text('assign.learners.legend') }));
  await page.getByText(person.text('assign.way.emails'), { exact: true }).click();
  await person.field('assign.emails').fill('nobody@academy.test, no-address');
  await person.button('assign.check').click();
  await see('assign-emails', page.getByRole('table', { name: person.text('assign.results') }));
  await page.getByText(person.text('assign.way.csv'), { exact: true }).click();
  await see('assign-csv', person.button('assign.csv.choose'));

  await tab('course.progress').click();
  await page.locator('.recharts-surface').first().waitFor();
  await see('progress', page.getByRole('grid'));
  await page.getByText(person.text('chart.table')).first().click();
  await see('progress-table', page.getByRole('table', { name: person.text('statistics.completions') }));
  await person.button('action.remove').first().click();
  await see('delete', page.getByRole('alertdialog').getByRole('listitem'));

  expect(errors).toEqual([]);
  await person.leave();
});
