// The lesson's video as a person sees it play.
import type { Locator } from 'playwright-core';

import { until } from '../until.ts';
import type { Person } from './browser.ts';

export const secondsOf = (video: Locator): Promise<number> =>
  video.evaluate((element) => (element as HTMLVideoElement).currentTime);

export const playedBeyond = (video: Locator, seconds: number): Promise<boolean> =>
  until(`the video beyond ${seconds} s`, async () => (await secondsOf(video)) > seconds);

/** Starts the lesson of the page by its button; resolves when it has played for a second. */
export async function play(person: Person): Promise<Locator> {
  const video = person.page.locator('video');
  await video.waitFor({ state: 'attached' });
  await person.button('player.play').first().click();
  await playedBeyond(video, 1);
  return video;
}
