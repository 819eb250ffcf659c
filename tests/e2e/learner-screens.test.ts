// Checks every screen of the learner's area, in both languages, light and dark, on a desktop and on a phone: axe, the
// browser's console, and whether it fits into 320 px. Screenshots go to out/screenshots/learner.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshEmail, PASSWORD, signIn } from '../harness/api.ts';
import type { Language, Person } from '../harness/browser/browser.ts';
import { LearnerAcademy } from '../harness/academies/learner-academy.ts';
import { activationLink, recoveryCode } from '../harness/servers/mail.ts';
import { axeProblems, consoleErrors, settled, sidewaysScroll } from '../harness/browser/screens.ts';
import { until } from '../harness/until.ts';

const SIZES = { 1280: 800, 375: 760 } as const;

let academy: LearnerAcademy;
beforeAll(async () => {
  academy = await LearnerAcademy.open();
  console.log('The pictures of the screens are in out/screenshots/learner');
});
afterAll(() => academy?.close());

type Scheme = 'light' | 'dark';
const LOOKS: [Language, Scheme][] = [
  ['ar', 'light'],
  ['ar', 'dark'],
  ['en', 'light'],
  ['en', 'dark'],
];

async function arrive(language: Language, scheme: Scheme, expected: RegExp[] = []) {
  const person = await academy.arrive(language);
  await person.page.emulateMedia({ reducedMotion: 'reduce' });
  await person.context.addInitScript(
    (look) => localStorage.getItem('theme') ?? localStorage.setItem('theme', look),
    JSON.stringify({ scheme }),
  );
  return { person, errors: consoleErrors(person.page, expected) };
}

/** Checks the current screen in every size. */
async function look(person: Person, name: string, language: Language, scheme: Scheme, ready?: Locator) {
  const { page } = person;
  await ready?.first().waitFor();
  for (const [width, height] of Object.entries(SIZES)) {
    await page.setViewportSize({ width: Number(width), height });
    const where = `${name} ${language} ${scheme} ${width}`;
    expect.soft(await axeProblems(page), where).toEqual([]);
    await person.picture(`learner/${name}-${language}-${scheme}-${width}`);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await settled(page);
  expect.soft(await sidewaysScroll(page), `${name} ${language} at 320`).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test.each(LOOKS)('screens before the sign-in (%s, %s)', async (language, scheme) => {
  const { person, errors } = await arrive(language, scheme);
  const see = (name: string, ready?: Locator) => look(person, name, language, scheme, ready);
  const { learner } = await academy.learner();
  const email = freshEmail('screens');

  await person.page.goto('/client/auth/login');
  await see('login', person.button('client.login.submit'));
  await person.button('client.login.submit').click();
  await see('login-refused', person.page.getByText(person.text('error.required')));

  await person.page.goto('/client/auth/signup');
  await see('sign-up', person.button('client.signup.submit'));
  await person.field('field.fullname').fill('سارة');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('client.signup.submit').click();
  await see('sign-up-sent', person.heading('client.signup.sent.title'));

  await person.page.goto(activationLink(await academy.mail.mailTo(email)).href);
  await see('activation', person.button('activation.activate'));
  await person.page.locator('header a').first().click();
  const question = person.page.getByRole('alertdialog');
  await see('activation-leave', question);
  await question.getByRole('button', { name: person.text('leave.stay'), exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await person.button('activation.activate').click();
  await see('activation-done', person.link('activation.login'));

  await person.page.goto('/client/auth/forgotpassword');
  await see('recovery-email', person.button('recovery.email.send'));
  await person.field('field.email').fill(learner.email);
  await person.button('recovery.email.send').click();
  await see('recovery-code', person.button('recovery.code.verify'));
  await person.field('recovery.code').fill(recoveryCode(await academy.mail.mailTo(learner.email)));
  await person.button('recovery.code.verify').click();
  await see('recovery-password', person.button('recovery.password.save'));
  await person.field('field.newPassword').fill('Another-pass-1');
  await person.field('field.confirmPassword').fill('Another-pass-1');
  await person.button('recovery.password.save').click();
  await see('recovery-done', person.heading('recovery.done'));

  expect(errors).toEqual([]);
  await person.leave();
});

test.each(LOOKS)('screens of a signed-in learner (%s, %s)', async (language, scheme) => {
  // The console shows errors for courses that are not open, because the server refuses them.
  const { person, errors } = await arrive(language, scheme, [/user-course\/fetch-course/]);
  const see = (name: string, ready?: Locator) => look(person, name, language, scheme, ready);
  const { page } = person;
  const { learner } = await academy.learner(language === 'ar' ? 'خالد المطيري' : 'Khalid Almutairi');
  const api = await academy.signInto(person.context, learner);
  const [first] = academy.course.parts;
  await api.must('PUT', '/api/user-course/update-progress', {
    courseId: academy.course._id,
    partId: first?._id,
    position: 21,
    watched: [[0, 21]],
  });

  await page.goto('/client/courses/list');
  await see('courses', person.heading('myCourses.title'));
  await page.getByRole('button', { name: new RegExp(person.text('client.menu.account')) }).click();
  await see('account-menu', page.getByRole('menu'));
  await page.keyboard.press('Escape');

  await page.goto(`/client/courses/course/${academy.course._id}`);
  const question = page.getByRole('alertdialog');
  await see('continue-watching', question);
  await question.getByRole('button', { name: person.text('watch.continue.resume'), exact: true }).click();
  await frameOf(page);
  await see('watching', page.getByRole('navigation', { name: person.text('watch.parts') }));
  await page.goto(`/client/courses/course/${academy.later._id}`);
  await see('not-started', page.getByText(person.text('error.course_not_started')));

  await page.goto('/client/update/info');
  await see('settings-personal', person.button('action.save'));
  await page.goto('/client/update/security');
  await see('settings-security', person.heading('sessions.own.title'));
  await page.goto('/client/update/display');
  await see('settings-display', person.heading('client.settings.display'));
  await page.goto('/client/update/bank');
  await see('settings-bank', person.button('action.save'));

  await page.clock.install();
  await page.goto('/client/courses/list');
  await person.heading('myCourses.title').waitFor();
  await page.clock.fastForward('15:05');
  await see('still-there', page.getByRole('alertdialog', { name: person.text('idle.title') }));
  await page.clock.fastForward('02:00');
  await see('sign-in-again', page.getByRole('alertdialog', { name: person.text('signInAgain.title') }));

  await academy.signInto(person.context, learner);
  await page.goto('/client/courses/list');
  await person.heading('myCourses.title').waitFor();
  await signIn(academy.url, learner.email);
  await see('access-denied', page.getByText(person.text('accessDenied.text')));

  expect(errors).toEqual([]);
  await person.leave();
});

/** Waits until the player shows a picture. */
async function frameOf(page: Page): Promise<void> {
  await until('a picture of the video', () =>
    page.locator('video').evaluate((element) => (element as HTMLVideoElement).readyState >= 2),
  );
}
