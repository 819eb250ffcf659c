// From an empty folder to a learner watching a real video, in a real browser, against the real processes.
// Pictures of each step go to out/screenshots; ACADEMY_SCREENSHOT=FILE keeps the one for the README.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { day, freshEmail, PASSWORD } from '../harness/api.ts';
import { launchBrowser, Person } from '../harness/browser/browser.ts';
import { SCREENSHOTS } from '../harness/browser/pictures.ts';
import { playedBeyond, secondsOf } from '../harness/browser/playback.ts';
import { tickBox } from '../harness/browser/screens.ts';
import { Cluster } from '../harness/cluster.ts';
import { activationLink, MailCatcher } from '../harness/servers/mail.ts';
import { MediaFolder } from '../harness/media.ts';
import { until } from '../harness/until.ts';

const MANAGER = { email: freshEmail('manager'), fullname: 'نورة العتيبي' };
const LEARNER = { email: freshEmail('learner'), fullname: 'خالد المطيري' };
const COURSE = { title: 'أساسيات التصوير الضوئي', description: 'من الضوء إلى الصورة: دورة قصيرة للمبتدئين.' };
const LESSON = 'الدرس الأول: الضوء والظل';
const SECONDS = 40;

let mail: MailCatcher;
let media: MediaFolder;
let cluster: Cluster;
let browser: Browser;
const people: Person[] = [];

beforeAll(async () => {
  media = await MediaFolder.create();
  mail = await MailCatcher.start();
  cluster = await Cluster.start({ flags: ['--smtp', mail.url] });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
  await mail?.stop();
  await media?.remove();
});

async function arrive(language: 'ar' | 'en' = 'ar'): Promise<Person> {
  const person = await Person.arrive(browser, cluster.url, language);
  people.push(person);
  return person;
}

async function logIn(person: Person): Promise<void> {
  await person.page.goto('/client/auth/login');
  await person.field('field.email').fill(LEARNER.email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('client.login.submit').click();
  await person.page.waitForURL('**/client/courses/list');
}

test('the journey', async () => {
  // The first manager signs up and in.
  const manager = await arrive();
  await manager.page.goto('/admin/auth/sign-up');
  await manager.heading('admin.signup.title').waitFor();
  await manager.picture('01-manager-sign-up');
  await manager.field('field.fullname').fill(MANAGER.fullname);
  await manager.field('field.email').fill(MANAGER.email);
  await manager.field('field.password').fill(PASSWORD);
  await manager.button('admin.signup.submit').click();
  await manager.page.waitForURL('**/admin/auth/login');
  await manager.page.goto('/admin/auth/sign-up');
  await manager.page.waitForURL('**/admin/auth/login');
  await manager.field('field.email').fill(MANAGER.email);
  await manager.field('field.password').fill(PASSWORD);
  await manager.button('admin.login.submit').click();
  await manager.page.waitForURL('**/admin/users/list');

  // A course with a picture and a real video.
  await manager.page.goto('/admin/courses/create');
  await manager.field('field.title').fill(COURSE.title);
  await manager.field('field.description').fill(COURSE.description);
  await manager
    .group('courses.image')
    .locator('input[type=file]')
    .setInputFiles(await media.picture('cover.png'));
  await manager.button('courses.create.submit').click();
  await manager.page.waitForURL('**/admin/courses/update/*');
  const courseId = manager.page.url().split('/').at(-1) ?? '';
  await manager.button('parts.add').first().click();
  await manager.field('parts.part.title').fill(LESSON);
  const video = await media.mp4('lesson.mp4', SECONDS);
  await manager.group('video.label').locator('input[type=file]').setInputFiles(video);
  await manager.page.getByText(manager.text('video.status.ready')).waitFor({ timeout: 120_000 });
  await manager.button('parts.save').click();
  await manager.page.getByText(manager.text('state.updated')).first().waitFor();
  await manager.picture('02-course-with-video');

  // A learner signs up; the mailed link opens a page whose button activates.
  const learner = await arrive();
  await learner.page.goto('/');
  await learner.page.getByRole('heading', { level: 1 }).waitFor();
  await learner.picture('03-home');
  await learner.page.goto('/client/auth/signup');
  await learner.field('field.fullname').fill(LEARNER.fullname);
  await learner.field('field.email').fill(LEARNER.email);
  await learner.field('field.password').fill(PASSWORD);
  await learner.button('client.signup.submit').click();
  await learner.heading('client.signup.sent.title').waitFor();
  const link = activationLink(await mail.mailTo(LEARNER.email));
  await learner.page.goto(link.href);
  await learner.button('activation.activate').waitFor();
  await learner.picture('04-activation');
  await learner.button('activation.activate').click();
  await learner.page.getByText(learner.text('activation.done')).waitFor();

  // The manager assigns the course with dates.
  await manager.page.goto(`/admin/courses/course/${courseId}?tab=assign`);
  await tickBox(manager.page.getByRole('checkbox', { name: LEARNER.fullname }));
  await manager.pickDate('field.startDate', day(-1));
  await manager.pickDate('field.expiryDate', day(30));
  await manager.button('assign.submit').click();
  await manager.page.getByRole('tab', { name: manager.text('courses.learners') }).click();
  await manager.page.getByRole('row', { name: LEARNER.fullname }).waitFor();
  await manager.picture('05-assigned');

  // The learner signs in and sees the course, in Arabic from right to left.
  await learner.link('activation.login').click();
  await logIn(learner);
  expect(await learner.page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await learner.page.locator('html').getAttribute('lang')).toBe('ar');
  const card = learner.page.getByRole('article').filter({ hasText: COURSE.title });
  await card.getByText(learner.text('assignment.active'), { exact: true }).waitFor();
  await until('the picture', () =>
    card
      .locator('img')
      .evaluate((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth > 0),
  );
  await learner.picture('06-my-courses');

  // Watching: the video really plays.
  const mediaAddresses: string[] = [];
  learner.page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (path.startsWith('/media/') && response.ok()) mediaAddresses.push(response.url());
  });
  await card.getByRole('link', { name: learner.text('myCourses.start') }).click();
  await learner.page.waitForURL(`**/client/courses/course/${courseId}`);
  const screen = learner.page.locator('video');
  await screen.waitFor({ state: 'attached' });
  await learner.button('player.play').first().click();
  await playedBeyond(screen, 9);
  await learner.picture('07-watching');
  if (process.env['ACADEMY_SCREENSHOT'] !== undefined) {
    await copyFile(join(SCREENSHOTS, '07-watching.png'), process.env['ACADEMY_SCREENSHOT']);
  }
  expect(mediaAddresses.some((url) => url.endsWith('.m4s'))).toBe(true);

  // Leaving and returning: the question appears, and the video resumes.
  const leftAt = await secondsOf(screen);
  const left = performance.now();
  await learner.link('watch.back').click();
  await learner.page.waitForURL('**/client/courses/list');
  await card.getByRole('link', { name: learner.text('myCourses.resume') }).click();
  const question = learner.page.getByRole('alertdialog', { name: 'متابعة المشاهدة؟' });
  await question.waitFor();
  await learner.picture('08-continue-watching');
  await question.getByRole('button', { name: learner.text('watch.continue.resume'), exact: true }).click();
  const resumedAt = await until('the video to go on', async () => {
    const now = await secondsOf(screen);
    return now > 0.5 ? now : undefined;
  });
  expect(resumedAt).toBeGreaterThan(leftAt - 6);
  // It plays while it is left and when it goes on, for longer on a slow machine.
  expect(resumedAt).toBeLessThan(leftAt + 6 + (performance.now() - left) / 1000);
  await playedBeyond(screen, resumedAt + 1);

  // A second sign-in elsewhere, in English: the first browser is sent away and its video stops.
  const elsewhere = await arrive('en');
  await logIn(elsewhere);
  await learner.page.waitForURL('**/client/auth/access-denied?next=*');
  await learner.page.getByText(learner.text('accessDenied.text')).waitFor();
  await learner.picture('09-access-denied');
  expect(await screen.count()).toBe(0);
  for (const url of [...new Set(mediaAddresses)]) expect((await fetch(url)).status).toBe(403);
  expect(await elsewhere.page.locator('html').getAttribute('dir')).toBe('ltr');
  await elsewhere.page.getByRole('link', { name: elsewhere.text('myCourses.resume') }).click();
  await elsewhere.page.getByRole('alertdialog', { name: 'Continue Watching?' }).waitFor();
  await elsewhere.picture('10-elsewhere-in-english');
  await elsewhere.page.getByRole('button', { name: elsewhere.text('watch.continue.resume'), exact: true }).click();
  await playedBeyond(elsewhere.page.locator('video'), 1);

  for (const person of people) expect(person.problems).toEqual([]);
});
