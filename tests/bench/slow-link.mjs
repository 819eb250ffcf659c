// A learner watches over 2 Mbit/s with 300 ms: how long until a lesson plays, and each time the player shows its spinner:
// at the start, while it plays, after a jump and in the seconds after another quality is chosen, in some of which it may
// be given up because the link cannot carry it. Over TLS and HTTP/2, as learners come.
//   node tests/bench/slow-link.mjs [ROUNDS] [--seconds 25] [--kbit 2000] [--rtt 300] [--kind calm] [--log]
// Two lessons of 720, 360 and 240 lines: `calm` like slides and a speaker, and `busy`, which fills the highest rates that
// processing allows. --log prints each request of the player, and each phase.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { h264, makeFilm } from '../harness/film.mjs';
import { Academy } from './lib/academy.mjs';
import { arrive, launchBrowser, learnerStorage, textsOf } from './lib/browser.mjs';
import { watchable } from './lib/media.mjs';
import { load, median, table } from './lib/report.mjs';
import { slowLink } from './lib/slow-link.mjs';
import { ownCertificate } from './lib/tls.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '25' },
    kbit: { type: 'string', default: '2000' },
    rtt: { type: 'string', default: '300' },
    kind: { type: 'string' },
    log: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(positionals[0] ?? 3);
const WATCHED_SECONDS = Number(flags.seconds);
const LINK = { rttMs: Number(flags.rtt), bytesPerSecond: (Number(flags.kbit) * 1000) / 8 };
const LESSON_SECONDS = 120;
const LINES = [720, 360];
/** How long a chosen quality is watched. */
const CHOSEN_SECONDS = 15;
const KINDS = [
  { name: 'calm', noise: 3, rate: '900k' },
  { name: 'busy', noise: 25, rate: '2600k' },
];
const AIM_MS = 2000;

const texts = await textsOf('en');
const folder = await mkdtemp(join(tmpdir(), 'academy-'));

/** A lesson of that kind, as somebody might upload it. */
function lesson({ name, noise, rate }) {
  const video = ['-b:v', rate, '-maxrate', rate, '-bufsize', rate, '-g', '150'];
  const coding = h264(...video, '-b:a', '96k');
  return makeFilm(join(folder, `${name}.mp4`), { size: '1280x720', seconds: LESSON_SECONDS, noise, coding });
}

/** In the page: records when pictures are drawn, and when the player shows its spinner. */
function record() {
  // Nothing is saved: the next visit is a first one again.
  const ask = window.fetch;
  window.fetch = (what, ...more) =>
    String(what.url ?? what).includes('update-progress') ? new Promise(() => undefined) : ask(what, ...more);
  window.spins = [];
  window.frames = [];
  const each = () => {
    const player = document.querySelector('[data-media-player]');
    const now = performance.now();
    const spins = player?.hasAttribute('data-buffering') ?? false;
    const last = window.spins.at(-1);
    if (spins && (last === undefined || last.to !== undefined)) window.spins.push({ from: now });
    if (!spins && last !== undefined && last.to === undefined) last.to = now;
    const video = document.querySelector('video');
    if (video && !video.watched) {
      video.watched = true;
      const drawn = (at, { mediaTime, width, height }) => {
        window.frames.push({ at, mediaTime, lines: Math.min(width, height) });
        video.requestVideoFrameCallback(drawn);
      };
      video.requestVideoFrameCallback(drawn);
    }
    requestAnimationFrame(each);
  };
  requestAnimationFrame(each);
}

const now = (page) => page.evaluate(() => performance.now());

/** Waits until pictures drawn after `since` move, from a place on if it is given; when they did. */
async function moves(page, since, { place = 0 } = {}) {
  const moved = ([from, beyond]) => {
    const drawn = window.frames.filter((frame) => frame.at > from && frame.mediaTime >= beyond);
    return drawn.find(({ mediaTime }) => mediaTime !== drawn[0].mediaTime)?.at ?? false;
  };
  const at = await page.waitForFunction(moved, [since, place], { timeout: 120_000, polling: 50 });
  return at.jsonValue();
}

/** How long the spinner was shown since then, each time, in milliseconds. */
const spinsSince = (page, since) =>
  page.evaluate(
    (from) =>
      window.spins
        .filter(({ to }) => to === undefined || to > from)
        .map((spin) => (spin.to ?? performance.now()) - Math.max(spin.from, from)),
    since,
  );

function logRequests(page) {
  const begun = performance.now();
  const told = (how) => (request) => {
    if (!/\/media\//.test(request.url())) return;
    const { startTime, responseStart, responseEnd } = request.timing();
    const at = ((performance.now() - begun) / 1000).toFixed(2);
    const name = request.url().split('/').slice(-2).join('/');
    console.log(
      `${at} s  ${how}  ${name}  ${responseStart.toFixed(0)} ms, ${responseEnd.toFixed(0)} ms, ${new Date(startTime).toISOString().slice(17, 23)}`,
    );
  };
  page.on('request', told('asked'));
  page.on('requestfinished', told('came'));
  page.on('requestfailed', told('failed'));
}

/** A visit with an empty cache: each phase's milliseconds until pictures move, and the times of the spinner. */
async function watch(browser, port, learner) {
  const storage = { ...learnerStorage(learner), lang: 'en' };
  const context = await arrive(browser, `https://127.0.0.1:${port}`, storage, {
    viewport: { width: 1280, height: 800 },
  });
  await context.addInitScript(record);
  const page = await context.newPage();
  if (flags.log) logRequests(page);
  const result = {};
  const measured = async (name, act, where) => {
    const from = await now(page);
    await act();
    const at = await moves(page, from, where);
    result[name] = { ms: at - from, spins: await spinsSince(page, from) };
    if (flags.log) console.log(name, JSON.stringify(result[name]));
  };
  await page.goto('/client/courses/list', { timeout: 120_000 });
  const open = page.getByRole('link', { name: new RegExp(texts['myCourses.start']) });
  await open.waitFor({ timeout: 120_000 });
  await page.waitForLoadState('networkidle');
  const play = page.locator('.vds-play-button').first();
  let pressed;
  await measured('from the list to a moving picture', async () => {
    await open.click();
    await play.waitFor({ timeout: 120_000 });
    pressed = await now(page);
    await play.click();
  });
  const begun = await now(page);
  const { ms } = result['from the list to a moving picture'];
  result['of that, from Play on'] = { ms: ms - (pressed - (begun - ms)), spins: [] };
  await pause(WATCHED_SECONDS * 1000);
  result[`${WATCHED_SECONDS} s of watching`] = { spins: await spinsSince(page, begun) };
  const place = LESSON_SECONDS * 0.6;
  const jump = () => page.evaluate((to) => (document.querySelector('video').currentTime = to), place);
  await measured('after a jump', jump, { place });
  await pause(5000);
  for (const lines of LINES) {
    const from = await now(page);
    await page.mouse.move(600, 300);
    await page.mouse.move(620, 320);
    // The menu stays open when something is chosen.
    const choice = page.getByRole('menuitemradio', { name: new RegExp(String(lines)) });
    if (!(await choice.isVisible())) {
      await page.getByRole('button', { name: texts['player.settings'] }).click();
      await page.getByRole('menuitem', { name: new RegExp(texts['player.quality']) }).click();
    }
    await choice.click();
    await pause(CHOSEN_SECONDS * 1000);
    const shown = await page.evaluate(
      ([since, wanted]) => window.frames.find((frame) => frame.at > since && frame.lines === wanted)?.at,
      [from, lines],
    );
    const name = `${CHOSEN_SECONDS} s after choosing ${lines} lines`;
    result[name] = { ms: shown && shown - from, spins: await spinsSince(page, from) };
    if (flags.log) console.log(name, JSON.stringify(result[name]));
  }
  await context.close();
  return result;
}

const seconds = (milliseconds) => (milliseconds === undefined ? '' : `${(milliseconds / 1000).toFixed(2)} s`);
let browser;
try {
  const certificate = await ownCertificate(folder);
  browser = await launchBrowser('--ignore-certificate-errors', '--autoplay-policy=no-user-gesture-required');
  for (const kind of KINDS.filter(({ name }) => flags.kind === undefined || name === flags.kind)) {
    const academy = await Academy.start(1, { flags: certificate.flags });
    const { learner, token, assetIds } = await watchable(academy, [await lesson(kind)], { inAllSizes: true });
    const { result: asset } = await academy.call('POST', '/api/cm/media/fetch-asset', { assetId: assetIds[0] }, token);
    const rates = asset.renditions.map(
      ({ height, bitrate }) => `${height} lines at most ${Math.round(bitrate / 1000)} kbit/s`,
    );
    const link = await slowLink(Number(new URL(academy.url).port), LINK);
    const results = [];
    try {
      for (let round = 0; round < ROUNDS; ++round) results.push(await watch(browser, link.port, learner));
    } finally {
      link.close();
      await academy.stop();
    }
    const longest = (spins) => Math.max(0, ...spins);
    table(
      `${kind.name} (${rates.join(', ')}), ${flags.kbit} kbit/s, ${flags.rtt} ms, ${ROUNDS} visits (${load()}; aim: no spinner over ${AIM_MS / 1000} s; ! misses it)`,
      ['', 'median', 'most', 'spinners a visit', 'longest, median', 'longest'],
      Object.keys(results[0]).map((name) => {
        const times = results.map((result) => result[name].ms).filter((time) => time !== undefined);
        const spins = results.map((result) => result[name].spins);
        const most = longest(spins.map(longest));
        return [
          name,
          seconds(median(times)),
          seconds(times.length > 0 ? Math.max(...times) : undefined),
          (spins.flat().length / ROUNDS).toFixed(1),
          seconds(median(spins.map(longest))),
          `${seconds(most)}${most > AIM_MS ? ' !' : ''}`,
        ];
      }),
    );
  }
} finally {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
}
