// The player's features besides playing: captions, keys, thumbnails, sizes, picture in picture, and what it remembers.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { assign, newCourse, type Course } from '../harness/api.ts';
import type { Person } from '../harness/browser/browser.ts';
import { LearnerAcademy } from '../harness/academies/learner-academy.ts';
import { readyAsset, setVideos } from '../harness/media.ts';
import { until } from '../harness/until.ts';

let academy: LearnerAcademy;
/** One lesson in two sizes. */
let large: Course;

beforeAll(async () => {
  academy = await LearnerAcademy.open();
  const asset = await readyAsset(academy.manager, await academy.media.mp4('large.mp4', 12, '1280x720'));
  large = await setVideos(academy.manager, await newCourse(academy.manager, 'Large pictures', ['One']), [asset._id]);
});
afterAll(() => academy?.close());

const state = (video: Locator) =>
  video.evaluate((element) => {
    const { paused, volume, playbackRate, currentTime, duration } = element as HTMLVideoElement;
    return { paused, volume, playbackRate, at: currentTime / duration };
  });

async function play(person: Person, course: Course): Promise<Locator> {
  const video = person.page.locator('video');
  await person.page.goto(`/client/courses/course/${course._id}`);
  const question = person.page.getByRole('alertdialog', { name: person.text('watch.continue.title') });
  const button = person.button('player.play').first();
  await question.or(button).first().waitFor();
  if (await question.isVisible()) {
    await question.getByRole('button', { name: person.text('watch.continue.restart'), exact: true }).click();
  } else {
    await button.click();
  }
  await until('the lesson to play', async () => {
    const now = await state(video);
    return !now.paused && now.at > 0;
  });
  return video;
}

async function arrive(): Promise<Person> {
  const { learner } = await academy.learner('Sara Watcher');
  await assign(academy.manager, large._id, learner._id);
  const person = await academy.arrive('en');
  await academy.signInto(person.context, learner);
  return person;
}

test('keys control the player, also on an Arabic keyboard; speed, sound and captions are remembered', async () => {
  const person = await arrive();
  const { page } = person;
  let video = await play(person, academy.course);
  await page.locator('[data-media-player]').focus();
  const caption = page.getByText('الضوء يرسم الصورة');
  await caption.waitFor();
  await page.keyboard.press('c');
  await caption.waitFor({ state: 'hidden' });
  await page.keyboard.press('>');
  await page.keyboard.press('ArrowDown');
  // The key of K on an Arabic keyboard, which Playwright's own does not have.
  await page.locator('[data-media-player]').evaluate((player) => {
    for (const type of ['keydown', 'keyup']) player.dispatchEvent(new KeyboardEvent(type, { key: 'ن', bubbles: true }));
  });
  await until('a pause, a higher speed and a lower volume', async () => {
    const now = await state(video);
    return now.paused && now.playbackRate > 1 && now.volume < 1;
  });
  await page.keyboard.press('5');
  await until('the middle of the lesson', async () => Math.abs((await state(video)).at - 0.5) < 0.1);
  const bar = page.getByRole('slider', { name: person.text('player.seek') });
  await until('the words for it', async () =>
    /^(?:19|20|21) seconds of 40 seconds$/.test((await bar.getAttribute('aria-valuetext')) ?? ''),
  );
  await page.keyboard.press('k');
  await until('the lesson to go on', async () => !(await state(video)).paused);
  const before = await state(video);

  video = await play(person, academy.course);
  const now = await state(video);
  expect(now.playbackRate).toBe(before.playbackRate);
  expect(now.volume).toBeCloseTo(before.volume);
  expect(await caption.isVisible()).toBe(false);
  await page.locator('[data-media-player]').focus();
  await page.keyboard.press('c');
  await caption.waitFor();
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('a thumbnail of each moment is shown over the bar, and a size can be chosen', async () => {
  const person = await arrive();
  const { page } = person;
  const video = await play(person, large);
  await page.getByRole('slider', { name: person.text('player.seek') }).hover({ position: { x: 200, y: 5 } });
  const picture = page.locator('.vds-slider-thumbnail img, .vds-thumbnail img').first();
  await until('a picture over the bar', () =>
    picture.evaluate((element) => (element as HTMLImageElement).naturalWidth > 0),
  );

  await page.getByRole('button', { name: person.text('player.settings') }).click();
  for (const height of [360, 720]) {
    await page.getByRole('menuitem', { name: new RegExp(person.text('player.quality')) }).click();
    await page.getByRole('menuitemradio', { name: new RegExp(String(height)) }).click();
    // On a slow machine it may end, more than once, before the other size is there.
    await until(`${height} lines`, () =>
      video.evaluate((element, lines) => {
        const { ended, paused, videoHeight } = element as HTMLVideoElement;
        if (ended || paused) {
          (element as HTMLVideoElement).currentTime = 0;
          void (element as HTMLVideoElement).play();
        }
        return videoHeight === lines;
      }, height),
    );
    if (height === 360) await page.getByRole('menuitem', { name: new RegExp(person.text('player.quality')) }).click();
  }
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('the lesson continues in picture in picture if the browser supports it, and returns to the page', async () => {
  const person = await arrive();
  const { page } = person;
  await play(person, academy.course);
  if (!(await page.evaluate(() => document.pictureInPictureEnabled))) return person.leave();
  await page.mouse.move(600, 400);
  await page.mouse.move(620, 420);
  await page.getByRole('button', { name: person.text('player.pip'), exact: true }).click();
  const apart = () => page.evaluate(() => document.pictureInPictureElement !== null);
  await until('a window of its own', apart);
  await page.locator('[data-media-player]').focus();
  await page.keyboard.press('i');
  await until('the page again', async () => !(await apart()));
  await person.leave();
});
