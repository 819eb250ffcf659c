// Whole journeys without a mouse: what is pressed is reached by Tab, the focus is never lost, and what happens is said.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { LearnerAcademy } from '../harness/academies/learner-academy.ts';
import { freshEmail, newCourse, PASSWORD, type Course } from '../harness/api.ts';
import { hasFocus, keepsPlace, press, said, type } from '../harness/browser/keys.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { tabTo } from '../harness/browser/screens.ts';
import { ownSite } from '../harness/own-site.ts';
import { activationLink, recoveryCode } from '../harness/servers/mail.ts';
import { until } from '../harness/until.ts';

let academy: LearnerAcademy;
let site: string;
beforeAll(async () => {
  site = await ownSite();
  academy = await LearnerAcademy.open(['--site', site], 30);
});
afterAll(async () => {
  await academy?.close();
  if (site) await rm(dirname(site), { recursive: true });
});

test('the public site on a narrow screen: the language, the menu, a course, a message, and a page that is not there', async () => {
  const person = await academy.arrive('ar', { viewport: { width: 360, height: 740 } });
  const { page } = person;
  await page.goto('/');
  await press(person, page.getByRole('button', { name: 'English' }));
  await until('English', () => page.evaluate(() => document.documentElement.lang === 'en'));
  await hasFocus(person, page.getByRole('button', { name: 'العربية' }));
  await page.getByRole('button', { name: 'Open the menu' }).waitFor();
  await press(person, page.getByRole('button', { name: 'Open the menu' }));
  const menu = page.getByRole('navigation', { name: 'Main' });
  await tabTo(page, menu.getByRole('link', { name: 'Our courses' }));
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await hasFocus(person, page.getByRole('button', { name: 'Open the menu' }));
  await page.keyboard.press('Enter');
  await press(person, menu.getByRole('link', { name: 'Our courses' }));
  await page.waitForURL('**/courses');
  // The new screen begins at its beginning.
  await hasFocus(person, page.getByRole('main'));
  await press(person, page.getByRole('main').getByRole('link', { name: academy.course.title }));
  await page.waitForURL(`**/courses/${academy.course._id}`);
  await page.getByRole('heading', { level: 1, name: academy.course.title }).waitFor();
  await hasFocus(person, page.getByRole('main'));

  await page.goto('/contact');
  await type(person, page.getByRole('textbox', { name: 'Your name' }), 'Sara');
  await type(person, page.getByRole('textbox', { name: 'Your message' }), 'When does it begin?');
  await press(person, page.getByRole('button', { name: 'Send the message' }));
  // What is missing is where the focus goes, and is said with it.
  const email = page.getByRole('textbox', { name: 'Your e-mail address' });
  await hasFocus(person, email);
  await until('it to be said', async () => (await email.getAttribute('aria-invalid')) === 'true');
  await page.keyboard.type('sara@example.com');
  await press(person, page.getByRole('button', { name: 'Send the message' }));
  const sent = page.getByRole('status').filter({ hasText: 'sara@example.com' });
  await hasFocus(person, sent);

  await page.goto('/no/such/page');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await press(person, page.getByRole('main').getByRole('link'));
  await until('the home page', () => new URL(page.url()).pathname === '/');
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('an account: signing up, the mailed link, and a forgotten password', async () => {
  const person = await academy.arrive('en');
  const { page } = person;
  const email = freshEmail('keys');
  await page.goto('/client/auth/signup');
  await type(person, person.field('field.fullname'), 'Keyboard Only');
  await type(person, person.field('field.email'), email);
  await type(person, person.field('field.password'), PASSWORD);
  await page.keyboard.press('Enter');
  await person.heading('client.signup.sent.title').waitFor();
  await page.goto(activationLink(await academy.mail.mailTo(email)).href);
  await press(person, person.button('activation.activate'));
  await press(person, person.link('activation.login'));
  await page.waitForURL('**/client/auth/login*');

  await press(person, person.link('client.login.forgot'));
  await person.heading('recovery.title').waitFor();
  await type(person, person.field('field.email'), email);
  await page.keyboard.press('Enter');
  const mails = () => academy.mail.mails.filter(({ to, text }) => to.includes(email) && /forgotpassword/.test(text));
  await until('the code', () => mails().length > 0);
  // The next step has the focus by itself.
  await hasFocus(person, person.field('recovery.code'));
  await page.keyboard.type(recoveryCode(mails()[0]!));
  await page.keyboard.press('Enter');
  await person.field('field.newPassword').waitFor();
  await hasFocus(person, person.field('field.newPassword'));
  await page.keyboard.type('Another-pass-1');
  await type(person, person.field('field.confirmPassword'), 'Another-pass-1');
  await page.keyboard.press('Enter');
  await said(person, person.text('recovery.done.text')).first().waitFor();
  await press(person, person.link('recovery.login'));
  await type(person, person.field('field.email'), email);
  await type(person, person.field('field.password'), 'Another-pass-1');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client/courses/list');
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('a course: a lesson with a video, and another order of lessons', async () => {
  const course = await newCourse(academy.manager, 'By keyboard', ['First', 'Second', 'Third']);
  const person = await academy.arrive('en');
  const { page } = person;
  await signManagerInto(person.context, academy.manager);
  await page.goto(`/admin/courses/update/${course._id}`);
  const lessons = page.getByRole('grid', { name: person.text('parts.title') });
  await press(person, lessons.getByRole('button', { name: /^Edit lesson 1/ }));
  const video = person.group('video.label');
  const chosen = page.waitForEvent('filechooser');
  await press(person, video.getByRole('button', { name: person.text('video.choose') }));
  await (await chosen).setFiles(await academy.media.mp4('keys.mp4', 3));
  await hasFocus(person, video);
  const bar = video.getByRole('progressbar');
  const ready = said(person, person.text('video.status.ready'));
  await bar.or(ready).first().waitFor();
  await ready.first().waitFor({ state: 'attached', timeout: 100_000 });
  await hasFocus(person, video);

  await press(person, lessons.getByRole('button', { name: 'Move down: First' }));
  await hasFocus(person, lessons.getByRole('button', { name: 'Move down: First' }));
  await said(person, /First.* is now number 2 of 3/)
    .first()
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await hasFocus(person, lessons.getByRole('button', { name: 'Move up: First' }));
  await press(person, person.button('parts.save'));
  const stored = async () => {
    const { result } = await academy.manager.must<{ result: Course[] }>('POST', '/api/cm/course/fetch-courses');
    const { parts = [] } = result.find(({ _id }) => _id === course._id) ?? {};
    return parts.map(({ title }) => title).join();
  };
  await until('the new order', async () => (await stored()) === 'Second,Third,First');
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('a date: opened, moved in by arrows, chosen, and closed', async () => {
  const person = await academy.arrive('en');
  const { page } = person;
  await signManagerInto(person.context, academy.manager);
  await page.goto(`/admin/courses/course/${academy.later._id}?tab=assign`);
  const picker = page.getByRole('group', { name: person.text('field.expiryDate') }).first();
  const button = picker.getByRole('button');
  const value = async () => (await picker.innerText()).replace(/\D+/g, ' ').trim();
  await button.waitFor();
  const before = await value();
  await press(person, button);
  const calendar = page.getByRole('dialog').getByRole('grid');
  await calendar.waitFor();
  const within = () => calendar.evaluate((grid) => grid.contains(document.activeElement));
  await until('the focus on a day', within);
  const day = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const first = await day();
  expect(first).not.toBe('');
  await page.keyboard.press('ArrowRight');
  await until('the next day', async () => (await day()) !== first);
  await page.keyboard.press('Escape');
  await calendar.waitFor({ state: 'detached' });
  await hasFocus(person, button);
  expect(await value()).toBe(before);
  await page.keyboard.press('Enter');
  await until('the focus on a day', within);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await calendar.waitFor({ state: 'detached' });
  await hasFocus(person, button);
  expect(await value()).not.toBe(before);
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('a learner’s day: signing in, a course, the player, the next lesson, and the settings', async () => {
  const { learner } = await academy.learner('Sara Watcher');
  const person = await academy.arrive('en');
  const { page } = person;
  await page.goto('/client/auth/login');
  await type(person, person.field('field.email'), learner.email);
  await type(person, person.field('field.password'), PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client/courses/list');
  const card = page.getByRole('article').filter({ hasText: academy.course.title });
  await press(person, card.getByRole('link', { name: new RegExp(person.text('myCourses.start')) }));
  await page.waitForURL(`**/client/courses/course/${academy.course._id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await hasFocus(person, page.getByRole('main'));

  const video = page.locator('video');
  const now = () =>
    video.evaluate((element) => {
      const { paused, currentTime, playbackRate } = element as HTMLVideoElement;
      return { paused, currentTime, playbackRate };
    });
  await press(person, page.getByRole('button', { name: person.text('player.play'), exact: true }));
  await until('the lesson to play', async () => !(await now()).paused && (await now()).currentTime > 0);
  await page.keyboard.press('Enter');
  await until('a pause', async () => (await now()).paused);
  const bar = page.getByRole('slider', { name: person.text('player.seek') });
  await tabTo(page, bar, 'Shift+Tab');
  const at = (await now()).currentTime;
  await page.keyboard.press('ArrowRight');
  await until('a later place', async () => (await now()).currentTime > at + 1);
  const captions = page.getByRole('button', { name: person.text('player.captions') }).first();
  const on = await captions.getAttribute('aria-pressed');
  await press(person, captions);
  await until('the captions', async () => (await captions.getAttribute('aria-pressed')) !== on);

  const settings = page.getByRole('button', { name: person.text('player.settings') });
  await press(person, settings);
  const menu = page.getByRole('menu');
  await menu.first().waitFor();
  await press(person, page.getByRole('menuitem', { name: new RegExp(person.text('player.speed')) }));
  const speed = page.getByRole('slider', { name: person.text('player.speed') });
  await speed.waitFor();
  await tabTo(page, speed);
  await page.keyboard.press('ArrowRight');
  await until('a higher speed', async () => (await now()).playbackRate > 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await until('the menu to close', async () => (await settings.getAttribute('aria-expanded')) !== 'true');
  await hasFocus(person, settings);

  await press(person, person.button('watch.next'));
  const second = page.getByRole('region', { name: academy.course.parts[1]?.title ?? '', exact: true });
  await second.first().waitFor();
  await until('the next lesson to play', async () => !(await now()).paused);
  // The button is gone with the last lesson; the focus is not.
  await keepsPlace(person);

  await press(person, page.getByRole('button', { name: new RegExp(person.text('client.menu.account')) }), 'Enter');
  const entry = page.getByRole('menuitem', { name: person.text('client.menu.settings') });
  await entry.waitFor();
  await hasFocus(person, entry);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client/update/info');
  await press(person, person.link('client.settings.security'));
  await page.waitForURL('**/client/update/security');
  expect(person.problems).toEqual([]);
  await person.leave();
});
