// The player's features besides playing: captions, chapters, keys, thumbnails, sizes, picture in picture, and what it remembers.
import type { BrowserContextOptions, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { assign, newCourse, type Course } from '../harness/api.ts';
import { PHONE, type Person } from '../harness/browser/browser.ts';
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

/** In the page: counts how often the player threw away what it was showing. */
function recordLostPictures() {
  const counts = window as unknown as { lostPictures: number };
  counts.lostPictures = 0;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own buffer below
  const remove = SourceBuffer.prototype.remove;
  SourceBuffer.prototype.remove = function (from, to) {
    const at = document.querySelector('video')?.currentTime ?? 0;
    if (from <= at && at < to) counts.lostPictures += 1;
    remove.call(this, from, to);
  };
}

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

async function arrive(device?: BrowserContextOptions): Promise<Person> {
  const { learner } = await academy.learner('Sara Watcher');
  await assign(academy.manager, large._id, learner._id);
  const person = await academy.arrive('en', device);
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
  await until('its speed and sound', async () => {
    const now = await state(video);
    return now.playbackRate === before.playbackRate && Math.abs(now.volume - before.volume) < 0.005;
  });
  expect(await caption.isVisible()).toBe(false);
  await page.locator('[data-media-player]').focus();
  await page.keyboard.press('c');
  await caption.waitFor();
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('captions look as the learner chose, after a reload too, until that is reset', async () => {
  const person = await arrive();
  const { page } = person;
  const caption = page.getByText('الضوء يرسم الصورة');
  const colour = () => caption.evaluate((element) => getComputedStyle(element).color);
  const openStyles = async () => {
    await page.getByRole('button', { name: person.text('player.settings') }).click();
    await page.getByRole('menuitem', { name: new RegExp(person.text('player.accessibility')) }).click();
    await page.getByRole('menuitem', { name: new RegExp(person.text('player.captionStyles')) }).click();
  };
  await play(person, academy.course);
  await caption.waitFor();
  const plain = await colour();
  await openStyles();
  await page.locator('input[type=color]').first().fill('#ffff00');
  await until('yellow captions', async () => (await colour()) === 'rgb(255, 255, 0)');

  await play(person, academy.course);
  await caption.waitFor();
  await until('yellow captions again', async () => (await colour()) === 'rgb(255, 255, 0)');
  await openStyles();
  await page.getByRole('menuitem', { name: person.text('player.reset') }).click();
  await until('captions as they were', async () => (await colour()) === plain);
  expect(person.problems).toEqual([]);
  await person.leave();
});

test.each([
  ['dark', 'light'],
  ['light', 'dark'],
] as const)('the player’s menus are %s where the app is, on a device that is %s', async (scheme, colorScheme) => {
  const person = await arrive({ colorScheme });
  await person.context.addInitScript((theme) => localStorage.setItem('theme', theme), JSON.stringify({ scheme }));
  await person.page.goto(`/client/courses/course/${academy.course._id}`);
  await person.page.locator(`.vds-video-layout.${scheme}`).waitFor();
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('a thumbnail of each moment is shown over the bar, and a size can be chosen while it goes on playing', async () => {
  const person = await arrive();
  const { page } = person;
  await page.addInitScript(recordLostPictures);
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
  expect(await page.evaluate(() => (window as unknown as { lostPictures: number }).lostPictures)).toBe(0);
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('chapters that the description has are named in the player, and a press on one plays from there', async () => {
  const [part] = large.parts;
  const parts = [{ ...part, description: 'Two halves\n0:00 البداية\n0:08 The other half' }];
  await academy.manager.must('PUT', '/api/cm/course/update-course', { courseId: large._id, parts });
  const person = await arrive();
  const { page } = person;
  const video = await play(person, large);
  await page.locator('.vds-chapter-title').filter({ hasText: 'البداية' }).first().waitFor();
  const list = page.getByRole('list', { name: person.text('watch.chapters') });
  await list.getByRole('button', { name: 'The other half' }).click();
  await until('the second chapter', async () => (await state(video)).at >= 8 / 12);
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

test('on a phone a double tap on a side jumps ten seconds back or forward', async () => {
  const person = await arrive(PHONE);
  const { page } = person;
  const video = await play(person, academy.course);
  await video.evaluate((element) => (element as HTMLVideoElement).pause());
  const place = () => video.evaluate((element) => (element as HTMLVideoElement).currentTime);
  const goTo = (seconds: number) =>
    video.evaluate((element, at) => ((element as HTMLVideoElement).currentTime = at), seconds);
  const box = await page.locator('[data-media-player]').boundingBox();
  if (!box) throw new Error('the player has no place');
  const touches = await person.context.newCDPSession(page);
  // A third of the way from an edge, beside the buttons in the middle. Sent together: it takes two slow taps for two.
  const doubleTap = (part: number) => {
    const touchPoints = [{ x: box.x + box.width * part, y: box.y + box.height * 0.4 }];
    const tap = [
      { type: 'touchStart' as const, touchPoints },
      { type: 'touchEnd' as const, touchPoints: [] },
    ];
    return Promise.all([...tap, ...tap].map((event) => touches.send('Input.dispatchTouchEvent', event)));
  };
  await goTo(15);
  await until('the place', async () => (await place()) === 15);
  await doubleTap(0.7);
  await until('ten seconds later', async () => (await place()) === 25);
  await doubleTap(0.3);
  await until('ten seconds earlier', async () => (await place()) === 15);
  await goTo(4);
  await until('the place', async () => (await place()) === 4);
  await doubleTap(0.3);
  await until('the beginning', async () => (await place()) === 0);
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('the system’s media keys know the lesson, and pause it, jump in it and change lessons', async () => {
  const person = await arrive();
  const { page } = person;
  // No test can press a lock screen's keys: what they would call is called.
  await page.addInitScript(() => {
    const keys: Record<string, MediaSessionActionHandler | null> = {};
    Object.assign(window, { keys });
    const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      keys[action] = handler;
      set(action, handler);
    };
  });
  type Keys = Record<string, MediaSessionActionHandler | null>;
  const press = (action: MediaSessionAction, more: Partial<MediaSessionActionDetails> = {}) =>
    page.evaluate(([key, details]) => (window as unknown as { keys: Keys }).keys[key]?.({ action: key, ...details }), [
      action,
      more,
    ] as const);
  const has = (action: string) =>
    page.evaluate((key) => Boolean((window as unknown as { keys: Keys }).keys[key]), action);
  const shown = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      const { title, artist, artwork } = metadata ?? {};
      return { title, artist, pictures: artwork?.map(({ src }) => src) ?? [], playbackState };
    });

  const video = await play(person, academy.course);
  const [first, second] = academy.course.parts;
  const { artist, pictures } = await until('the lesson’s name', async () => {
    const now = await shown();
    return now.title === first?.title && now.playbackState === 'playing' && now.pictures.length > 0 ? now : undefined;
  });
  expect(artist).toBe(academy.course.title);
  expect(pictures).toHaveLength(1);
  // It can be loaded.
  expect(await page.evaluate(async (picture) => (await fetch(picture ?? '')).headers.get('content-type'), pictures[0])) //
    .toMatch(/^image\//);

  await press('pause');
  await until('a pause', async () => (await state(video)).paused && (await shown()).playbackState === 'paused');
  const place = () => video.evaluate((element) => (element as HTMLVideoElement).currentTime);
  await press('seekto', { seekTime: 20 });
  await until('the place', async () => (await place()) === 20);
  await press('seekforward');
  await until('ten seconds later', async () => (await place()) === 30);
  await press('seekbackward', { seekOffset: 5 });
  await until('five seconds earlier', async () => (await place()) === 25);
  await press('play');
  await until('the lesson to play', async () => !(await state(video)).paused);

  expect(await has('previoustrack')).toBe(false);
  await press('nexttrack');
  await until('the second lesson', async () => (await shown()).title === second?.title);
  // The third has no video.
  await until('no lesson after it', async () => !(await has('nexttrack')));
  await press('previoustrack');
  await until('the first lesson', async () => (await shown()).title === first?.title);
  await page.getByRole('link', { name: person.text('watch.back') }).click();
  await page.waitForURL('**/client/courses/list');
  await until('no lesson any more', async () => !(await has('nexttrack')));
  expect(person.problems).toEqual([]);
  await person.leave();
});
