// Names, titles and texts that are hard to show, on every screen: nothing is wider than its window, each stands isolated
// in what surrounds it, and none sets the direction of anything but itself.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  assign,
  firstManager,
  freshEmail,
  newCourse,
  newLearner,
  PASSWORD,
  type Api,
  type Course,
} from '../harness/api.ts';
import { logIn } from '../harness/academies/learner-academy.ts';
import { launchBrowser, Person, type Language } from '../harness/browser/browser.ts';
import { signManagerInto } from '../harness/browser/manager-looks.ts';
import { settled, sidewaysScroll } from '../harness/browser/screens.ts';
import { Cluster } from '../harness/cluster.ts';
import { NASTY, shownForm } from '../harness/nasty-strings.ts';

const SHOWN = NASTY.map(shownForm);
const LANGUAGES = ['ar', 'en'] as const;

let cluster: Cluster;
let browser: Browser;
let manager: { api: Api; email: string };
let courses: Course[];
let learner: { _id: string; email: string };

/** The learner and the course that the screens of one show: an override, and the end of an isolate. */
const [FIRST, SECOND] = [0, 1];

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  browser = await launchBrowser();
  manager = await firstManager(cluster.url);
  const { api } = manager;
  courses = [];
  for (const text of NASTY) courses.push(await newCourse(api, text, [text, text]));
  const learners = [];
  for (const text of NASTY) learners.push(await newLearner(api, text));
  learner = learners[FIRST]!;
  for (const { _id } of courses) await assign(api, _id, learner._id);
  for (const text of NASTY.slice(0, 4)) {
    const person = { email: freshEmail('manager'), password: PASSWORD, fullname: text, role: 'support' };
    await api.must('PUT', '/api/cm/manager/register-manager', person);
  }
  // What is in the bin.
  for (const text of NASTY.slice(0, 4)) {
    const { _id } = await newCourse(api, text);
    await api.must('DELETE', '/api/cm/course/delete-course', { courseId: _id });
  }
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

/** Where a text is not isolated from what surrounds it, or sets a direction; and how often any is shown. */
async function look(page: Page): Promise<{ wrong: string[]; shown: number }> {
  await settled(page);
  return page.evaluate((texts) => {
    const wrong: string[] = [];
    let shown = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent ?? '';
      if (!parent || parent.closest('script, style, noscript, template')) continue;
      if (/[\u202A-\u202E]/.test(text)) wrong.push(`sets a direction: ${parent.outerHTML.slice(0, 200)}`);
      for (const name of texts) {
        if (!text.includes(name)) continue;
        shown++;
        const around = parent.closest('bdi, [dir]');
        const inText = text.includes(`\u2068${name}\u2069`);
        // A text of the page's own direction, without a number at its end, needs no marks in a sentence.
        if (!inText && (!around || around === document.documentElement))
          wrong.push(`not isolated: ${parent.outerHTML.slice(0, 200)}`);
      }
    }
    if (/[\u202A-\u202E\u2066-\u2069]/.test(document.title)) wrong.push(`the title: ${document.title}`);
    return { wrong, shown };
  }, SHOWN);
}

/** Checks the page as it is, on a desktop and on the narrowest phone. */
async function check(page: Page, where: string, least = 1): Promise<void> {
  for (const [width, height] of [
    [1280, 900],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const { wrong, shown } = await look(page);
    expect.soft(wrong, `${where} at ${width}`).toEqual([]);
    expect.soft(shown, `${where} at ${width} shows the texts`).toBeGreaterThanOrEqual(least);
    expect.soft(await sidewaysScroll(page), `${where} at ${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Opens a screen, waits for one of the texts, and checks it. */
async function checkScreen(page: Page, path: string, text = SHOWN[FIRST]!, least = 1): Promise<void> {
  await page.goto(path);
  await page.getByText(text).first().waitFor({ state: 'attached' });
  await check(page, path, least);
}

test.each(LANGUAGES)('the managers’ screens (%s)', async (language: Language) => {
  const person = await Person.arrive(browser, cluster.url, language);
  const { page } = person;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signManagerInto(person, cluster.url, manager.email);
  const [first, second] = [courses[FIRST]!._id, courses[SECOND]!._id];
  await checkScreen(page, '/admin/users/list?size=50', SHOWN[FIRST], NASTY.length);
  await checkScreen(page, '/admin/courses/list?size=48', SHOWN[FIRST], NASTY.length);
  await checkScreen(page, '/admin/courses/list?view=table&size=48', SHOWN[FIRST], NASTY.length);
  for (const tab of ['', '?tab=history', '?tab=sessions', '?tab=mails'])
    await checkScreen(page, `/admin/users/user/${learner._id}${tab}`);
  for (const tab of ['', '?tab=assign', '?tab=progress'])
    await checkScreen(page, `/admin/courses/course/${second}${tab}`, SHOWN[SECOND]);
  await checkScreen(page, `/admin/courses/update/${first}`);
  await checkScreen(page, `/admin/courses/preview/${second}`, SHOWN[SECOND]);
  await checkScreen(page, '/admin/managers', SHOWN[FIRST], 4);
  await checkScreen(page, '/admin/bin', SHOWN[FIRST], 4);
  await checkScreen(page, '/admin/audit');

  // What lies over a screen.
  await page.goto(`/admin/users/user/${learner._id}`);
  await person.button('users.edit').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const name = person.field('field.fullname');
  expect(await name.inputValue()).toBe(SHOWN[FIRST]);
  expect(await name.getAttribute('dir')).toBe('auto');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.goto('/admin/courses/list?size=48');
  await page
    .getByRole('article', { name: SHOWN[SECOND]! })
    .getByRole('button', { name: person.text('action.remove') })
    .click();
  await page.getByRole('alertdialog').waitFor();
  await check(page, 'the question before a course is deleted');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('searchbox').fill('Sara');
  await page.getByRole('menuitem').filter({ hasText: 'Sara' }).first().waitFor();
  await check(page, 'the command palette');
  expect(person.problems).toEqual([]);
  await person.leave();
});

test.each(LANGUAGES)('the learners’ screens (%s)', async (language: Language) => {
  const person = await Person.arrive(browser, cluster.url, language);
  const { page } = person;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/client/auth/login');
  await logIn(person, learner.email);
  await checkScreen(page, '/client/courses/list', SHOWN[FIRST], NASTY.length);
  for (const [index, { _id }] of courses.entries()) {
    if (index % 4 === 1) await checkScreen(page, `/client/courses/course/${_id}`, SHOWN[index]);
  }
  await page.goto('/client/update/info');
  expect(await person.field('field.fullname').inputValue()).toBe(SHOWN[FIRST]);
  await check(page, '/client/update/info');
  expect(person.problems).toEqual([]);
  await person.leave();
});

test.each(LANGUAGES)('the public pages, as the server sends them and in the app (%s)', async (language: Language) => {
  const person = await Person.arrive(browser, cluster.url, language);
  const { page } = person;
  await checkScreen(page, `/courses?lang=${language}`, SHOWN[FIRST], NASTY.length);
  await checkScreen(page, `/courses/${courses[SECOND]!._id}?lang=${language}`, SHOWN[SECOND]);
  // The app takes the page over.
  await page.mouse.move(100, 100);
  await page.mouse.wheel(0, 100);
  await page.waitForLoadState('networkidle');
  await check(page, 'a course in the app');
  expect(person.problems).toEqual([]);
  await person.leave();
});
