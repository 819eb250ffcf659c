// Takes a picture of every screen in both languages, light and dark, on four widths, and lists what a program can see to
// be wrong in it: `npm run look -w tests -- [--only REGEX] [--state NAME,...] [--data DIR]`.
//   out/look/<area>/<screen>.<language>.<scheme>.<width>[.<state>].png, and out/look/findings.txt
// --only chooses among `<area>/<screen>.<language>.<scheme>.<width>`; --data keeps the academies for the next run.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium } from 'playwright-core';

import { findings } from './findings.mjs';
import { SCREENS } from './screens.mjs';
import { ROOT, World } from './world.mjs';

const { values: flags } = parseArgs({
  options: { only: { type: 'string', default: '' }, state: { type: 'string' }, data: { type: 'string' } },
});
const OUT = join(ROOT, 'out/look');
const HEIGHTS = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 };
const WIDTHS = [
  { touched: true, widths: [360, 768] },
  { touched: false, widths: [1280, 1920] },
];
/** The tallest picture. */
const TALLEST = 3000;

/** Each state: the academy's contents (`filled` without any), the browser's flags, how it answers, and whether it says that it is `without` a network. */
const STATES = {
  many: {},
  text: { args: ['--blink-settings=defaultFontSize=32'] },
  empty: { world: 'empty' },
  one: { world: 'one' },
  failing: { answer: (route) => route.fulfill({ status: 500, json: { message: 'Internal', code: 'internal' } }) },
  offline: { answer: (route) => route.abort(), without: true },
  loading: { answer: () => undefined },
};
/** What an area needs before it shows any screen. */
const NEEDED = /^\/api\/(public\/site|auth\/trylogin|cm\/auth\/(check|check-signup))$/;

const only = new RegExp(flags.only);
const states = flags.state?.split(',') ?? Object.keys(STATES);
const data = flags.data ?? (await mkdtemp(join(tmpdir(), 'academy-look-')));
const worlds = new Map();
const seen = [];

/** Starts the academy with these contents when it is first asked for. */
async function worldOf(name) {
  if (!worlds.has(name)) worlds.set(name, await World.start(name, join(data, name)));
  return worlds.get(name);
}

/** Waits until everything has come and stands still. */
async function settle(page) {
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined);
  // A dialog that asks for text is hidden until a phone's keyboard has come, or has not.
  const open = () =>
    [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].every((dialog) =>
      dialog.checkVisibility({ opacityProperty: true }),
    );
  await page.waitForFunction(open);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}

/** A browser of somebody with that look, signed in if the screen needs it. */
async function arrive(browser, world, { as, calls = /^\/api\// }, { language, scheme, widths, touched }, state) {
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: { width: widths[0], height: HEIGHTS[widths[0]] },
    hasTouch: touched,
    isMobile: touched,
    reducedMotion: 'reduce',
  });
  const storage = { lang: language, theme: JSON.stringify({ scheme }), ...world.session(as) };
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, storage);
  context.setDefaultTimeout(10_000);
  const fails = ({ pathname }) => calls.test(pathname) && !NEEDED.test(pathname);
  const { answer, without } = STATES[state];
  if (without) await context.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  if (answer) await context.route(fails, answer);
  return context;
}

const tools = new WeakMap();
/** The browser's tools for a page, kept with it: what they emulate ends with them. */
async function toolsOf(page) {
  if (!tools.has(page)) tools.set(page, await page.context().newCDPSession(page));
  return tools.get(page);
}

/** The page, whole or its window: what lies over it is fixed to that. */
async function picture(page, width, whole) {
  if (!whole) return page.screenshot({ timeout: 10_000 });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(height, TALLEST), scale: 1 };
  // Playwright's own picture of a whole page is of one that no finger touches.
  const session = await toolsOf(page);
  const { data } = await session.send('Page.captureScreenshot', { captureBeyondViewport: true, clip });
  return Buffer.from(data, 'base64');
}

/** Lets a finger touch the page again: the picture before may have left one that none does. */
async function touch(page) {
  const session = await toolsOf(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
}

/** Takes the pictures of a screen, one for each of the look's widths. */
async function take(page, world, screen, look, state) {
  const nameOf = (width) => `${screen.name}.${look.language}.${look.scheme}.${width}`;
  const suffix = state === 'many' ? '' : `.${state}`;
  const path = typeof screen.path === 'function' ? screen.path(world, look.language) : screen.path;
  const widths = look.widths.filter((width) => only.test(nameOf(width)));
  if (path === undefined || widths.length === 0) return;
  const tell = (width, what) => seen.push(`${nameOf(width)}${suffix}: ${what}`);
  const note = ({ message }) => tell(widths[0], `error in the page: ${message}`);
  page.on('pageerror', note);
  try {
    await page.setViewportSize({ width: widths[0], height: HEIGHTS[widths[0]] });
    await screen.prepare?.(page);
    await page.goto(screen.as ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${look.language}`);
    await settle(page);
    await screen.act?.(page, (id) => world.text(look.language, id), world);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      if (look.touched) await touch(page);
      await settle(page);
      // Before the picture, during which what is pressed may have the sizes of a page that no finger touches.
      for (const what of await page.evaluate(findings, { phone: width === 360 })) tell(width, what);
      await settle(page);
      const file = join(OUT, `${nameOf(width)}${suffix}.png`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await picture(page, width, screen.whole ?? (!screen.act && !screen.long)));
    }
  } catch (error) {
    tell(widths[0], `no picture: ${error.message.split('\n')[0]}`);
  } finally {
    page.off('pageerror', note);
  }
}

/** Shows every screen of that state to people of one look, who keep their browsers from screen to screen. */
async function takeAll(browser, look, state) {
  const pages = new Map();
  for (const screen of SCREENS) {
    if (state !== 'many' && !screen.states.includes(state)) continue;
    if (!look.widths.some((width) => only.test(`${screen.name}.${look.language}.${look.scheme}.${width}`))) continue;
    const name = screen.worlds?.[state] ?? screen.world ?? STATES[state].world ?? 'many';
    const world = await worldOf(name);
    // What is opened on a screen is left with its browser.
    const key = `${name} ${screen.as} ${screen.calls ?? ''} ${screen.act ? screen.name : ''}`;
    if (!pages.has(key)) pages.set(key, await (await arrive(browser, world, screen, look, state)).newPage());
    await take(pages.get(key), world, screen, look, state);
    if (!screen.act) continue;
    await pages.get(key).context().close();
    pages.delete(key);
  }
  for (const page of pages.values()) await page.context().close();
}

try {
  for (const state of states) {
    const root = process.getuid() === 0 ? ['--no-sandbox'] : [];
    const args = ['--disable-gpu', '--no-first-run', ...root, ...(STATES[state].args ?? [])];
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
    for (const language of ['ar', 'en'])
      for (const scheme of ['light', 'dark'])
        for (const part of WIDTHS) await takeAll(browser, { language, scheme, ...part }, state);
    await browser.close();
  }
} finally {
  for (const world of worlds.values()) await world.stop();
  if (!flags.data) await rm(data, { recursive: true, force: true });
}
await mkdir(OUT, { recursive: true });
await writeFile(join(OUT, 'findings.txt'), seen.map((line) => `${line}\n`).join(''));
console.log(`${seen.length} findings in out/look/findings.txt`);
