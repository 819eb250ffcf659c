// How the app feels on a slow computer: with a processor six times slower than this one,
//   frames   while long lists are scrolled and paged, compared with a page of plain text in the same run: a headless
//            browser draws by software, so only the comparison means something
//   inputs   from a key or a press until the answer to it is painted (Event Timing), in the list of 20,000 learners
//   shifts   how far the main screens move while they load over 10 Mbit/s and 100 ms (layout shift), on a phone and on a
//            computer, in the academy of the pictures (tests/look)
//   node tests/bench/feel.mjs [frames] [inputs] [shifts] [--slower 6] [--only REGEX] [--data DIR]
// --only chooses among the screens of `shifts`, --data keeps their academy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { SCREENS } from '../look/screens.mjs';
import { World } from '../look/world.mjs';
import { Academy } from './lib/academy.mjs';
import { arrive, launchBrowser, managerStorage, slowDown, textsOf } from './lib/browser.mjs';
import { fillCatalogue } from './lib/catalogue.mjs';
import { newCourse } from './lib/lessons.mjs';
import { load, median, percent, table } from './lib/report.mjs';
import { slowLink } from './lib/slow-link.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    slower: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  },
});
const PARTS = positionals.length > 0 ? positionals : ['frames', 'inputs', 'shifts'];
const SLOWER = Number(flags.slower);
const LEARNERS = 20_000;
const COURSES = 200;
const LESSONS = 100;
const WIDE = { width: 1280, height: 800 };
const FRAME_MS = 1000 / 60;
const AIM_INPUT_MS = 100;
const AIM_SHIFT = 0.02;
const LINK = { rttMs: 100, bytesPerSecond: 1_250_000 };
const WIDTHS = { 360: { height: 740, isMobile: true, hasTouch: true }, 1280: { height: 800 } };
const SHIFTED =
  /^(?:public\/(?:home|courses|course|about|gallery|contact)|entry\/(?:learner|manager)-sign-in|learner\/(?:courses|watch|info|security)|manager\/(?:dashboard|courses|course-edit|course-learners|learners|learner|activity|site|account))$/;

const ms = (value) => `${value.toFixed(0)} ms`;
const most = (values) => Math.max(0, ...values);

/** Collects the page's frames, as its scripts see them, from now on. */
const beginFrames = (page) =>
  page.evaluate(() => {
    window.frames60 = [];
    const each = (now) => {
      window.frames60?.push(now);
      if (window.frames60) requestAnimationFrame(each);
    };
    requestAnimationFrame(each);
  });

/** The lengths of the frames since then, in milliseconds. */
const endFrames = (page) =>
  page.evaluate(() => {
    const times = window.frames60;
    window.frames60 = undefined;
    return times.slice(1).map((time, index) => time - times[index]);
  });

async function scroll(page, screens = 6) {
  await page.mouse.move(WIDE.width / 2, WIDE.height / 2);
  for (const direction of [1, -1]) {
    for (let step = 0; step < screens * 8; ++step) {
      await page.mouse.wheel(0, (direction * WIDE.height) / 8);
      await pause(FRAME_MS * 2);
    }
  }
}

const next = async (page) => {
  const pages = page.locator('nav', { has: page.getByRole('button') }).last();
  for (let turn = 0; turn < 5; ++turn) {
    await pages.getByRole('button').last().click();
    await page.locator('[role=grid]').and(page.locator(':not([aria-busy=true])')).waitFor();
    await pause(500);
  }
};

async function benchFrames(browser, academy, catalogue) {
  const editor = `/admin/courses/update/${catalogue.long._id}`;
  const visits = [
    ['plain text', 'about:blank', scroll],
    [`learners, 100 a page of ${LEARNERS}`, '/admin/users/list?size=100', scroll],
    ['learners, five pages on', '/admin/users/list?size=100', next],
    [`${COURSES} courses`, '/admin/courses/list', scroll],
    [`${COURSES} courses, the public page`, '/courses', scroll],
    [`a course of ${LESSONS} lessons`, editor, scroll],
  ];
  const rows = [];
  for (const [name, path, act] of visits) {
    const isPublic = path === '/courses';
    const storage = isPublic ? {} : managerStorage(catalogue.manager);
    const context = await arrive(browser, academy.url, storage, { viewport: WIDE });
    const page = await context.newPage();
    if (path === 'about:blank') await page.setContent('<p>Plain text.</p>'.repeat(500));
    else await page.goto(path, { waitUntil: 'networkidle' });
    await page.mouse.move(5, 5);
    await pause(1000);
    await slowDown(page, SLOWER);
    await beginFrames(page);
    await act(page);
    const frames = await endFrames(page);
    // Timestamps are a little uneven; a frame is late when it misses the next one's time.
    const late = (limit) => percent(frames.filter((frame) => frame > limit).length / frames.length);
    const sum = frames.reduce((all, frame) => all + frame, 0);
    rows.push([
      name,
      String(frames.length),
      (frames.length / (sum / 1000)).toFixed(0),
      late(FRAME_MS * 1.5),
      late(FRAME_MS * 2.5),
      ms(most(frames)),
      load(),
    ]);
    await context.close();
  }
  table(
    `Frames, processor ${SLOWER}x slower (aim: as many a second as plain text)`,
    ['', 'frames', 'a second', 'over 16.7 ms', 'over 33 ms', 'longest', ''],
    rows,
  );
}

/** How long the events of `act` took until they were painted, in milliseconds. */
async function inputsOf(page, act) {
  await page.evaluate(() => (window.inputs.length = 0));
  await act();
  await pause(1500);
  return page.evaluate(() =>
    window.inputs.filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration),
  );
}

async function benchInputs(browser, academy, catalogue) {
  const texts = await textsOf('en');
  const rows = [];
  for (const rate of [1, SLOWER]) {
    const storage = { ...managerStorage(catalogue.manager), lang: 'en' };
    const context = await arrive(browser, academy.url, storage, { viewport: WIDE });
    await context.addInitScript(() => {
      window.inputs = [];
      new PerformanceObserver((found) => window.inputs.push(...found.getEntries())).observe({
        type: 'event',
        durationThreshold: 16,
      });
    });
    const page = await context.newPage();
    await page.goto('/admin/users/list', { waitUntil: 'networkidle' });
    await page.locator('[role=grid] tbody th').first().waitFor();
    await slowDown(page, rate);
    const button = (id) => page.getByRole('button', { name: texts[id], exact: true }).first();
    const escape = async () => {
      await pause(700);
      await page.keyboard.press('Escape');
      await pause(700);
    };
    const search = page.getByRole('searchbox');
    const menu = page.getByRole('button', { name: texts['users.menu'].replace('{name}', '') }).first();
    const acts = [
      [
        'typing in the search',
        async () => {
          await search.focus();
          await page.keyboard.type('محمد بن علي', { delay: 250 });
          await pause(500);
          await search.fill('');
          await pause(1000);
        },
      ],
      [
        'choosing a row, five times',
        async () => {
          for (let row = 0; row < 5; ++row) {
            await page.locator('[role=grid] tbody input[type=checkbox]').nth(row).click();
            await pause(300);
          }
        },
      ],
      ['choosing the page', () => page.locator('[role=grid] thead input[type=checkbox]').click()],
      ["a row's menu, opened and closed", () => menu.click().then(escape)],
      ['and again', () => menu.click().then(escape)],
      ['columns, opened and closed', () => button('table.columns').click().then(escape)],
      ['a new learner: the form, opened and closed', () => button('users.create').click().then(escape)],
      ['and again', () => button('users.create').click().then(escape)],
      ['light and dark', () => button('theme.dark').click()],
      ['sorting', () => page.locator('[role=grid] thead th[data-column]').first().click()],
    ];
    for (const [name, act] of acts) {
      const waits = await inputsOf(page, act).catch((error) => (console.log(`${name}: ${error.message}`), []));
      rows.push([
        name,
        `${rate}x`,
        String(waits.length),
        waits.length > 0 ? ms(median(waits)) : 'under 16 ms',
        waits.length > 0 ? `${ms(most(waits))}${most(waits) > AIM_INPUT_MS ? ' !' : ''}` : '',
        load(),
      ]);
    }
    await context.close();
  }
  table(
    `Input to paint in the list of ${LEARNERS} learners (aim: under ${AIM_INPUT_MS} ms; ! misses it)`,
    ['', 'processor', 'events', 'median', 'most', ''],
    rows,
  );
}

/** Waits until nothing has come and nothing has moved for a while. */
async function still(page) {
  const seen = () => page.evaluate(() => window.shifts.length + performance.getEntriesByType('resource').length);
  for (let last = -1, same = 0; same < 3; await pause(500)) {
    const now = await seen();
    same = now === last ? same + 1 : 0;
    last = now;
  }
}

async function benchShifts(browser, world) {
  const only = new RegExp(flags.only);
  const link = await slowLink(Number(new URL(world.url).port), LINK);
  const rows = [];
  for (const screen of SCREENS.filter(({ name, act }) => SHIFTED.test(name) && !act && only.test(name))) {
    const path = typeof screen.path === 'function' ? screen.path(world, 'ar') : screen.path;
    const row = [screen.name];
    const moved = [];
    for (const [width, { height, ...device }] of Object.entries(WIDTHS)) {
      const options = { viewport: { width: Number(width), height }, ...device };
      const context = await arrive(browser, `http://127.0.0.1:${link.port}`, world.session(screen.as), options);
      await context.addInitScript(() => {
        window.shifts = [];
        const named = (node) => {
          const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
          return element ? `${element.tagName.toLowerCase()}.${String(element.className).split(' ')[0]}` : 'removed';
        };
        new PerformanceObserver((found) => {
          for (const { value, sources } of found.getEntries())
            window.shifts.push({ value, sources: sources.map(({ node }) => named(node)) });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const page = await context.newPage();
      await slowDown(page, SLOWER);
      await page.goto(path, { timeout: 60_000 });
      // What is only loaded when the page is used comes too.
      await page.mouse.move(5, 5);
      await page.mouse.move(9, 9);
      await still(page);
      const shifts = await page.evaluate(() => window.shifts);
      const all = shifts.reduce((sum, { value }) => sum + value, 0);
      row.push(`${all.toFixed(4)}${all > AIM_SHIFT ? ' !' : ''}`);
      const [worst] = shifts.toSorted((a, b) => b.value - a.value);
      if (worst) moved.push(`${width}: ${worst.value.toFixed(4)} ${[...new Set(worst.sources)].join(' ')}`);
      await context.close();
    }
    rows.push([...row, load(), moved.join('; ')]);
    console.log(rows.at(-1).join('  '));
  }
  link.close();
  table(
    `Layout shift of a first visit, processor ${SLOWER}x slower, 10 Mbit/s, 100 ms (aim: ${AIM_SHIFT}; ! misses it)`,
    ['screen', ...Object.keys(WIDTHS), '', 'what moved most'],
    rows,
  );
}

const browser = await launchBrowser();
try {
  if (PARTS.includes('frames') || PARTS.includes('inputs')) {
    const academy = await Academy.start(LEARNERS);
    try {
      const catalogue = await fillCatalogue(academy, { courses: COURSES, assigned: 5 });
      catalogue.long = await newCourse(academy, catalogue.manager.token, 'Long', LESSONS);
      if (PARTS.includes('frames')) await benchFrames(browser, academy, catalogue);
      if (PARTS.includes('inputs')) await benchInputs(browser, academy, catalogue);
    } finally {
      await academy.stop();
    }
  }
  if (PARTS.includes('shifts')) {
    const data = flags.data ?? (await mkdtemp(join(tmpdir(), 'academy-')));
    const world = await World.start('many', join(data, 'many'));
    try {
      await benchShifts(browser, world);
    } finally {
      await world.stop();
      if (flags.data === undefined) await rm(data, { recursive: true, force: true });
    }
  }
} finally {
  await browser.close();
}
