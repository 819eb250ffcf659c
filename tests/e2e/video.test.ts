// The web player with segments that do not come through an edge: by the shipped nginx from the store and its cache, and
// from a delivery network that an edge sends the browser to.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SecondEdge } from '../harness/academies/edge.ts';
import { storeSession } from '../harness/academies/learner-academy.ts';
import { VideoAcademy } from '../harness/academies/video-academy.ts';
import { assign, newLearner, signIn } from '../harness/api.ts';
import { launchBrowser, Person } from '../harness/browser/browser.ts';
import { freePort } from '../harness/servers/proxy.ts';
import { Cdn, VideoProxy } from '../harness/servers/video.ts';
import { until } from '../harness/until.ts';

const SECRET = '0123456789abcdef0123456789abcdef';

let academy: VideoAcademy;
let browser: Browser;

beforeAll(async () => {
  academy = await VideoAcademy.start(() => ['--trusted-proxy', '127.0.0.1', '--accel-redirect', '/store/']);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await academy?.stop();
});

/** Watches the lesson to its end at an academy's address; returns the addresses of segments, without what is secret. */
async function watchToTheEnd(url: string): Promise<Set<string>> {
  const learner = await newLearner(academy.manager, 'Sara Watcher');
  await assign(academy.manager, academy.course._id, learner._id);
  const person = await Person.arrive(browser, url, 'en');
  await storeSession(person.context, await signIn(url, learner.email), learner);
  const asked = new Set<string>();
  person.page.on('response', (answer) => {
    if (/\.(m4s|mp4)/.test(answer.url())) asked.add(`${answer.status()} ${new URL(answer.url()).origin}`);
  });
  await person.page.goto(`/client/courses/course/${academy.course._id}`);
  await person.button('player.play').first().click();
  const video = person.page.locator('video');
  const at = () =>
    video.evaluate((element) => {
      const { currentTime, duration, ended } = element as HTMLVideoElement;
      return { place: currentTime / duration, ended };
    });
  await until('the lesson to play', async () => (await at()).place > 0.05);
  // Else a slow machine would leave segments out.
  await until('all of it', () =>
    video.evaluate((element) => {
      const { buffered, duration } = element as HTMLVideoElement;
      return buffered.length === 1 && buffered.start(0) < 0.5 && buffered.end(0) > duration - 0.5;
    }),
  );
  // To the last segment, and through it.
  await video.evaluate((element) => ((element as HTMLVideoElement).currentTime = 17));
  await until('its end', async () => (await at()).ended, 60_000);
  expect(person.problems).toEqual([]);
  await person.leave();
  return asked;
}

test('a lesson plays through HAProxy and nginx', async () => {
  const proxy = await VideoProxy.start(academy.media.path, [academy.cluster.port], academy.store.url);
  try {
    expect([...(await watchToTheEnd(proxy.url))]).toEqual([`200 ${proxy.url}`]);
    expect((await proxy.log.statuses()).get('MISS')).toBeGreaterThan(1);
    await proxy.log.forget();
    await watchToTheEnd(proxy.url);
    expect([...(await proxy.log.statuses()).keys()]).toEqual(['HIT']);
  } finally {
    await proxy.stop();
  }
}, 120_000);

test('a lesson plays from a delivery network', async () => {
  const port = await freePort();
  const secret = join(academy.media.path, 'cdn-secret');
  await writeFile(secret, SECRET, { mode: 0o600 });
  const flags = [`--video_cdn=http://127.0.0.1:${port}`, `--video_cdn_secret_file=${secret}`];
  const edge = await SecondEdge.start(academy.cluster, { flags: [...academy.edgeFlags, ...flags] });
  const cdn = await Cdn.start(academy.media.path, {
    port,
    secret: SECRET,
    storeUrl: academy.store.url,
    academyUrl: edge.url,
  });
  try {
    expect([...(await watchToTheEnd(edge.url))].sort()).toEqual([`200 ${cdn.url}`, `302 ${edge.url}`].sort());
  } finally {
    await cdn.stop();
    await edge.stop();
  }
}, 120_000);
