// Learners' less common journeys: forgotten passwords, other devices, courses that end, lost networks, being idle, and
// working without a mouse.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Api, day, freshEmail, PASSWORD, signIn, type MyCourse } from '../harness/api.ts';
import type { Person } from '../harness/browser/browser.ts';
import { LearnerAcademy, logIn } from '../harness/academies/learner-academy.ts';
import { activationLink, recoveryCode } from '../harness/servers/mail.ts';
import { play, playedBeyond, secondsOf } from '../harness/browser/playback.ts';
import { consoleErrors, tabTo, tickBox } from '../harness/browser/screens.ts';
import { until } from '../harness/until.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let academy: LearnerAcademy;
beforeAll(async () => {
  academy = await LearnerAcademy.open();
});
afterAll(() => academy?.close());

const watchPath = () => `/client/courses/course/${academy.course._id}`;

async function partOf(api: Api, index = 0) {
  const { result } = await api.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
    courseId: academy.course._id,
  });
  const partId = academy.course.parts[index]?._id;
  return result.progress.parts.find((part) => part.partId === partId);
}

test('a learner signs up, follows the mailed link and sees the courses; leaving before the activation asks for confirmation', async () => {
  const person = await academy.arrive();
  const errors = consoleErrors(person.page, [/\/api\/auth\/login/]);
  const email = freshEmail('new');
  await person.page.goto('/client/auth/signup');
  await person.field('field.fullname').fill('سارة القحطاني');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('client.signup.submit').click();
  await person.heading('client.signup.sent.title').waitFor();
  await person.page.goto('/client/auth/login');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('client.login.submit').click();
  await person.page.getByText(person.text('error.not_activated')).waitFor();

  await person.page.goto(activationLink(await academy.mail.mailTo(email)).href);
  await person.button('activation.activate').waitFor();
  await person.page.locator('header a').first().click();
  const question = person.page.getByRole('alertdialog', { name: person.text('activation.leave.title') });
  await question.getByRole('button', { name: person.text('leave.stay'), exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await person.button('activation.activate').click();
  await person.link('activation.login').click();
  await logIn(person, email);
  await person.page.getByText(person.text('myCourses.none')).waitFor();
  expect(errors).toEqual([]);
  await person.leave();
});

test('a forgotten password is replaced in three steps', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  const errors = consoleErrors(person.page, [/forgotpassword\/activation/]);
  await person.page.goto('/client/auth/login');
  await person.link('client.login.forgot').click();
  // The login stays until the next screen is ready, and also has an e-mail field.
  await person.heading('recovery.title').waitFor();
  await person.field('field.email').fill(learner.email);
  await person.button('recovery.email.send').click();
  const code = recoveryCode(await academy.mail.mailTo(learner.email));
  await person.field('recovery.code').fill(code === '111111' ? '222222' : '111111');
  await person.button('recovery.code.verify').click();
  await person.page.getByText(person.text('error.wrong_code')).waitFor();
  await person.field('recovery.code').fill(code);
  await person.button('recovery.code.verify').click();
  await person.field('field.newPassword').fill('Another-pass-1');
  await person.field('field.confirmPassword').fill('Another-pass-1');
  await person.button('recovery.password.save').click();
  await person.heading('recovery.done').waitFor();
  await person.link('recovery.login').click();
  await logIn(person, learner.email, 'Another-pass-1');
  expect(errors).toEqual([]);
  await person.leave();
});

test('a forgotten password is replaced on the device on which the mail is read, or after a reload', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  await person.page.goto('/client/auth/forgotpassword');
  await person.field('field.email').fill(learner.email);
  await person.button('recovery.email.send').click();
  const mail = await academy.mail.mailTo(learner.email);
  await person.field('recovery.code').waitFor();
  await person.page.reload();
  await person.field('recovery.code').waitFor();
  const [link = ''] = /\/client\/auth\/forgotpassword#\S+/.exec(mail.text) ?? [];
  const phone = await academy.arrive('ar');
  await phone.page.goto(link);
  await phone.field('recovery.code').fill(recoveryCode(mail));
  await phone.button('recovery.code.verify').click();
  await phone.field('field.newPassword').fill('Another-pass-2');
  await phone.field('field.confirmPassword').fill('Another-pass-2');
  await phone.button('recovery.password.save').click();
  await phone.heading('recovery.done').waitFor();
  await phone.link('recovery.login').click();
  await logIn(phone, learner.email, 'Another-pass-2');
  await phone.leave();
  await person.leave();
});

test('a sign-in on a phone takes over: the page says when and from which device, and the video stops', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  await academy.signInto(person.context, learner);
  await person.page.goto(watchPath());
  const video = await play(person);
  const taken = await fetch(`${academy.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': PHONE },
    body: JSON.stringify({ email: learner.email, password: PASSWORD }),
  });
  expect(taken.status).toBe(200);
  await person.page.waitForURL('**/client/auth/access-denied?next=*');
  await person.page.getByText(person.text('accessDenied.text')).waitFor();
  await person.page.getByText(/Signed in .* on a phone: Safari on iPhone/).waitFor();
  expect(await video.count()).toBe(0);
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('when a course ends while it is being watched, the page says so and removes the player', async () => {
  const { learner, assignment } = await academy.learner();
  const person = await academy.arrive('en');
  await academy.signInto(person.context, learner);
  await person.page.goto(watchPath());
  const video = await play(person);
  await academy.manager.must('PUT', '/api/cm/user-course/update-expdate', {
    courseId: assignment._id,
    startDate: day(-2),
    expiryDate: new Date(Date.now() - 1000).toISOString(),
  });
  await person.page.getByText(person.text('error.course_expired')).waitFor();
  expect(await video.count()).toBe(0);
  await person.link('watch.back').click();
  const card = person.page.getByRole('article').filter({ hasText: academy.course.title });
  await card.getByText(person.text('assignment.expired'), { exact: true }).first().waitFor();
  expect(await card.getByRole('link').count()).toBe(0);
  await person.leave();
});

test('progress made offline survives closing the page and is sent when the network is back', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  const api = await academy.signInto(person.context, learner);
  await person.page.goto(watchPath());
  const video = await play(person);
  // The whole lesson is loaded before the network goes.
  await until('the lesson to be loaded', () =>
    video.evaluate((element) => {
      const { buffered, duration } = element as HTMLVideoElement;
      return buffered.length > 0 && buffered.end(buffered.length - 1) > Math.min(duration, 30) - 5;
    }),
  );
  await until('progress on the server', async () => ((await partOf(api))?.watchedSeconds ?? 0) > 0);
  await person.context.setOffline(true);
  await person.page.getByText(person.text('watch.offline')).waitFor();
  const before = (await partOf(api))?.position ?? 0;
  await playedBeyond(video, (await secondsOf(video)) + 6);
  const left = await secondsOf(video);
  await person.page.close({ runBeforeUnload: false });
  expect((await partOf(api))?.position).toBeLessThan(left - 3);

  await person.context.setOffline(false);
  const back = await person.context.newPage();
  await back.goto('/client/courses/list');
  await until('the kept progress', async () => ((await partOf(api))?.position ?? 0) > before + 3);
  expect((await partOf(api))?.watchedSeconds).toBeGreaterThan(5);
  await person.leave();
});

test('the language changes at once, with a toast, and is remembered', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('ar');
  const errors = consoleErrors(person.page);
  await academy.signInto(person.context, learner);
  await person.page.goto('/client/courses/list');
  const html = person.page.locator('html');
  expect(await html.getAttribute('dir')).toBe('rtl');
  await person.page.getByRole('button', { name: 'English' }).click();
  await person.page.getByRole('heading', { name: 'My courses' }).waitFor();
  const toast = person.page.getByText('Updated Successfully');
  await toast.waitFor();
  await toast.waitFor({ state: 'detached' });
  expect(await html.getAttribute('dir')).toBe('ltr');
  await person.page.reload();
  await person.page.getByRole('heading', { name: 'My courses' }).waitFor();
  expect(await html.getAttribute('lang')).toBe('en');
  expect(errors).toEqual([]);
  await person.leave();
});

test('a look chosen in the settings applies before the first paint of the next visit', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  const errors = consoleErrors(person.page);
  await academy.signInto(person.context, learner);
  await person.page.goto('/client/update/display');
  const html = person.page.locator('html');
  await tickBox(person.page.getByRole('radio', { name: person.text('settings.dark') }).first());
  await until('the dark look', async () => (await html.getAttribute('data-scheme')) === 'dark');
  const rose = person.page.getByRole('radio', { name: person.text('palette.rose') });
  // During the transition between looks the page takes no clicks.
  await until('the other colour', async () => {
    await person.page.locator('label', { has: rose }).click();
    return (await html.getAttribute('data-primary')) === 'rose';
  });
  expect(await html.getAttribute('data-primary')).toBe('rose');
  await person.page.goto('/client/courses/list', { waitUntil: 'commit' });
  await person.page.waitForFunction(() => document.body);
  expect(await html.getAttribute('data-scheme')).toBe('dark');
  await person.heading('myCourses.title').waitFor();
  expect(errors).toEqual([]);
  await person.leave();
});

test('an idle learner is asked, is signed out without an answer, and resumes in the same place after signing in', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  const errors = consoleErrors(person.page);
  await person.page.clock.install();
  await academy.signInto(person.context, learner);
  await person.page.goto('/client/update/info');
  await person.field('field.address').fill('Jeddah, not saved yet');
  await person.page.clock.fastForward('15:05');
  await person.page.getByRole('alertdialog', { name: person.text('idle.title') }).waitFor();
  await person.page.clock.fastForward('01:05');
  const again = person.page.getByRole('alertdialog', { name: person.text('signInAgain.title') });
  await again.waitFor();
  expect(await person.page.evaluate(() => localStorage.getItem('clientToken'))).toBeNull();
  await again.getByLabel(person.text('field.email'), { exact: true }).fill(learner.email);
  await again.getByLabel(person.text('field.password'), { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: person.text('signInAgain.submit') }).click();
  await again.waitFor({ state: 'detached' });
  expect(await person.field('field.address').inputValue()).toBe('Jeddah, not saved yet');
  await person.button('action.save').click();
  await person.page.getByText(person.text('state.updated')).waitFor();
  expect(errors).toEqual([]);
  await person.leave();
});

test('a learner who signs in again over a lesson resumes it, at addresses that the new session may play', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  await person.page.clock.install();
  await academy.signInto(person.context, learner);
  await person.page.goto(watchPath());
  const video = await play(person);
  await person.page.keyboard.press('k');
  await until('a pause', () => video.evaluate((element) => (element as HTMLVideoElement).paused));
  const at = await secondsOf(video);
  await person.page.clock.fastForward('16:30');
  const again = person.page.getByRole('alertdialog', { name: person.text('signInAgain.title') });
  await again.waitFor();
  await again.getByLabel(person.text('field.email'), { exact: true }).fill(learner.email);
  await again.getByLabel(person.text('field.password'), { exact: true }).fill(PASSWORD);
  const course = person.page.waitForResponse('**/api/user-course/fetch-course');
  await again.getByRole('button', { name: person.text('signInAgain.submit') }).click();
  expect((await course).status()).toBe(200);
  await again.waitFor({ state: 'detached' });
  await until('the lesson where it was', async () => Math.abs((await secondsOf(video)) - at) < 2);
  await person.button('player.play').first().click();
  await playedBeyond(video, at + 1);
  await person.leave();
});

test('a press on Play as soon as it is drawn, before the player handles presses, is not lost', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  await academy.signInto(person.context, learner);
  await person.page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const play = document.querySelector('.vds-play-button');
      if (!play) return;
      observer.disconnect();
      play.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, cancelable: true }));
    }).observe(document, { childList: true, subtree: true });
  });
  await person.page.goto(watchPath());
  await playedBeyond(person.page.locator('video'), 1);
  await person.leave();
});

test('the name over the picture cannot be removed, and the next lesson starts by itself if that was chosen', async () => {
  const { learner } = await academy.learner('Sara Watcher');
  const person = await academy.arrive('en');
  await academy.signInto(person.context, learner);
  await person.page.goto(watchPath());
  await play(person);
  const mark = person.page.locator('[data-media-player] [aria-hidden]', { hasText: 'Sara Watcher' });
  await mark.waitFor();
  await mark.evaluate((element) => element.remove());
  await mark.waitFor();
  await mark.evaluate((element) => (element as HTMLElement).style.setProperty('display', 'none', 'important'));
  await mark.waitFor({ state: 'visible' });

  await tickBox(person.page.getByRole('checkbox', { name: person.text('watch.autoplay') }));
  await person.page.locator('video').evaluate((element) => {
    (element as HTMLVideoElement).currentTime = (element as HTMLVideoElement).duration - 1;
  });
  await person.page.getByRole('heading', { name: academy.course.parts[1]?.title ?? '', exact: true }).waitFor();
  await playedBeyond(person.page.locator('video'), 1);
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('everything can be done by keyboard: signing in, watching, settings, signing out', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  const { page } = person;
  const errors = consoleErrors(page);
  await page.goto('/client/auth/login');
  await person.heading('client.login.title').waitFor();
  await tabTo(page, person.field('field.email'));
  await page.keyboard.type(learner.email);
  await tabTo(page, person.field('field.password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client/courses/list');

  const open = page.getByRole('link', { name: new RegExp(person.text('myCourses.start')) });
  await open.waitFor();
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${watchPath()}`);
  const video = page.locator('video');
  await video.waitFor({ state: 'attached' });
  const button = person.button('player.play').first();
  await button.waitFor();
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await playedBeyond(video, 1);
  await page.keyboard.press('k');
  await until('a pause', () => video.evaluate((element) => (element as HTMLVideoElement).paused));
  const at = await secondsOf(video);
  await page.keyboard.press('ArrowRight');
  await playedBeyond(video, at + 5);
  // Speed, sound and captions, which are remembered for the next lesson.
  const set = (element: Element) => {
    const { playbackRate, muted, textTracks } = element as HTMLVideoElement;
    return { fast: playbackRate > 1, muted, captions: [...textTracks].some(({ mode }) => mode === 'showing') };
  };
  for (const key of ['>', 'm', 'c']) await page.keyboard.press(key);
  await until('a faster, silent lesson', async () => {
    const { fast, muted } = await video.evaluate(set);
    return fast && muted;
  });
  const second = page.getByRole('button', { name: new RegExp(academy.course.parts[1]?.title ?? '') });
  await tabTo(page, second);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: academy.course.parts[1]?.title ?? '', exact: true }).waitFor();

  await until('a next lesson as fast and silent', async () => {
    const { fast, muted } = await video.evaluate(set);
    return fast && muted;
  });

  const menu = page.getByRole('button', { name: new RegExp(person.text('client.menu.account')) });
  const focused = (id: string) => page.locator('[role=menuitem][data-focused]', { hasText: person.text(id) });
  await tabTo(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await focused('client.menu.settings').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client/update/info');
  await tabTo(page, person.field('field.address'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await page.getByText(person.text('state.updated')).waitFor();
  await tabTo(page, person.link('client.settings.display'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await person.heading('client.settings.display').waitFor();
  await tabTo(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await focused('client.menu.settings').waitFor();
  await page.keyboard.press('ArrowDown');
  await focused('client.menu.logout').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client/auth/login');
  expect(
    (
      await (
        await signIn(academy.url, learner.email)
      ).must<{ result: { address: string } }>('POST', '/api/user/fetch-info')
    ).result.address,
  ).toBe('By keyboard');
  expect(errors).toEqual([]);
  await person.leave();
});
