// What the copy protection refuses, and that its notice is seen over everything.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { LearnerAcademy } from '../harness/academies/learner-academy.ts';
import type { Person } from '../harness/browser/browser.ts';
import { play, playedBeyond } from '../harness/browser/playback.ts';
import { until } from '../harness/until.ts';

let academy: LearnerAcademy;
beforeAll(async () => {
  academy = await LearnerAcademy.open();
});
afterAll(() => academy?.close());

test('right-click, saving and F12 show a notice that disappears; the keyboard’s context menu still works', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  await academy.signInto(person.context, learner);
  await person.page.goto('/client/courses/list');
  await person.heading('myCourses.title').click({ button: 'right' });
  const notice = person.page.getByText(person.text('copyGuard.rightClick'));
  await notice.waitFor();
  await notice.waitFor({ state: 'detached' });
  await person.page.keyboard.press('Control+s');
  await person.page.getByText(person.text('copyGuard.save')).waitFor();
  await person.page.keyboard.press('F12');
  await person.page.getByText(person.text('copyGuard.tools')).waitFor();
  const byKeyboard = await person.page.evaluate(() =>
    document.body.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 0 })),
  );
  expect(byKeyboard).toBe(true);
  await person.leave();
});

/** A notice of the copy protection, but for those that a later one has sent away and that still fade. */
const noticeOf = (person: Person, id: string) => person.page.locator('.card:not([inert])').getByText(person.text(id));

/** Does what the copy protection refuses until its notice was there, under nothing: the pointer reaches it. */
async function seeNotice(person: Person, id: string, provoke: () => Promise<unknown>): Promise<void> {
  const notice = noticeOf(person, id);
  await until(`the notice ${id}`, async () => {
    await provoke();
    return notice.hover({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  });
  await person.page.mouse.move(0, 0);
  await notice.waitFor({ state: 'detached' });
}

test.each(['login', 'signup', 'forgotpassword', 'activation', 'access-denied'])(
  'right-click, saving and F12 are refused before signing in, too: %s',
  async (page) => {
    const person = await academy.arrive('en');
    await person.page.goto(`/client/auth/${page}`);
    const heading = person.page.getByRole('heading', { level: 1 });
    await seeNotice(person, 'copyGuard.rightClick', () => heading.click({ button: 'right' }));
    await seeNotice(person, 'copyGuard.save', () => person.page.keyboard.press('Control+s'));
    await seeNotice(person, 'copyGuard.tools', () => person.page.keyboard.press('F12'));
    await person.leave();
  },
);

test('the notice of the copy protection is over the question where to continue, and over a player in full screen', async () => {
  const { learner } = await academy.learner();
  const person = await academy.arrive('en');
  const { page } = person;
  await academy.signInto(person.context, learner);
  await page.goto(`/client/courses/course/${academy.course._id}`);
  await play(person);
  // Far enough that the lesson continues there.
  await page.locator('video').evaluate((element) => ((element as HTMLVideoElement).currentTime = 20));
  await playedBeyond(page.locator('video'), 21);
  await page.getByRole('link', { name: person.text('watch.back') }).click();
  await page.waitForURL('**/client/courses/list');
  await page.goto(`/client/courses/course/${academy.course._id}`);
  const question = page.getByRole('alertdialog', { name: person.text('watch.continue.title') });
  await seeNotice(person, 'copyGuard.rightClick', () => question.getByRole('heading').click({ button: 'right' }));
  await seeNotice(person, 'copyGuard.tools', () => page.keyboard.press('F12'));
  await question.getByRole('button', { name: person.text('watch.continue.resume'), exact: true }).click();
  await question.waitFor({ state: 'detached' });

  const video = page.locator('video');
  await playedBeyond(video, 20);
  await page.locator('[data-media-player]').focus();
  await page.keyboard.press('f');
  await until('full screen', () =>
    page.evaluate(() => document.fullscreenElement?.contains(document.querySelector('video')) ?? false),
  );
  // Whether it is over the picture, the screen says.
  const notice = noticeOf(person, 'copyGuard.rightClick');
  await until('the notice over the picture', async () => {
    await page.locator('[data-media-player]').click({ button: 'right', position: { x: 300, y: 300 } });
    // Its colour is the card's once it has faded in.
    await notice.evaluate(
      (element) =>
        Promise.all(
          element
            .closest('.card')
            ?.getAnimations()
            .map((a) => a.finished) ?? [],
        ),
      undefined,
      // It is gone after two seconds.
      { timeout: 2000 },
    );
    const [box, shown] = [await notice.boundingBox({ timeout: 2000 }), (await page.screenshot()).toString('base64')];
    const [pixel, card] = await notice.evaluate(
      async (element, [shot, x, y]) => {
        const picture = await createImageBitmap(
          new Blob([Uint8Array.from(atob(shot), (letter) => letter.charCodeAt(0))], { type: 'image/png' }),
        );
        const canvas = new OffscreenCanvas(1, 1).getContext('2d');
        canvas?.drawImage(picture, -x, -y);
        const [red = 0, green = 0, blue = 0] = canvas?.getImageData(0, 0, 1, 1).data ?? [];
        const toast = element.closest('.card');
        return [`rgb(${red}, ${green}, ${blue})`, toast && getComputedStyle(toast).backgroundColor];
      },
      [shown, Math.round((box?.x ?? 0) + (box?.width ?? 0) - 3), Math.round((box?.y ?? 0) + 2)] as const,
      { timeout: 2000 },
    );
    return pixel === card;
  });
  await until('the notice under the pointer', async () => {
    await page.locator('[data-media-player]').click({ button: 'right', position: { x: 300, y: 300 } });
    return notice.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  });
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await person.leave();
});
