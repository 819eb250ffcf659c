// The shell of the signed-in areas in a real browser: seven menu modes, both directions, wide and narrow.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager, newLearner, PASSWORD } from '../harness/api.ts';
import { launchBrowser, Person, type Language } from '../harness/browser/browser.ts';
import { Cluster } from '../harness/cluster.ts';
import { takePicture } from '../harness/browser/pictures.ts';
import { axeProblems, consoleErrors, settled, sidewaysScroll } from '../harness/browser/screens.ts';
import { until } from '../harness/until.ts';

const MODES = ['static', 'overlay', 'slim', 'slim-plus', 'reveal', 'drawer', 'horizontal'] as const;
type Mode = (typeof MODES)[number];
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 375, height: 800 };

let cluster: Cluster;
let browser: Browser;
let email: string;

beforeAll(async () => {
  cluster = await Cluster.start();
  browser = await launchBrowser();
  const manager = await firstManager(cluster.url);
  email = manager.email;
  for (const name of ['سارة القحطاني', 'خالد المطيري', 'Mona Adel']) await newLearner(manager.api, name);
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

async function arrive(language: Language): Promise<{ person: Person; errors: string[] }> {
  const person = await Person.arrive(browser, cluster.url, language);
  const errors = consoleErrors(person.page);
  await person.page.goto('/admin/auth/login');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('admin.login.submit').click();
  await person.page.waitForURL('**/admin/users/list');
  return { person, errors };
}

/** Chooses a look as the settings panel does, and shows the page with it. */
async function choose(page: Page, look: object): Promise<void> {
  await page.evaluate((change) => {
    const key = `theme:manager:${localStorage.getItem('userId')}`;
    const next = { ...(JSON.parse(localStorage.getItem(key) ?? '{}') as object), ...change };
    localStorage.setItem(key, JSON.stringify(next));
  }, look);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const shot = async (page: Page, name: string) => {
  await settled(page);
  await takePicture(page, `ui/${name}`);
};

/** Where the menu begins: at the left in English, at the right in Arabic. */
async function gapAtStart(page: Page, language: Language, mode: Mode): Promise<number> {
  const box = await page.getByRole('navigation').first().boundingBox();
  if (!box) throw new Error(`no menu in the mode ${mode}`);
  return Math.round(language === 'en' ? box.x : WIDE.width - box.x - box.width);
}

test.each(['ar', 'en'] as const)('the menu in its seven modes, wide and narrow (%s)', async (language) => {
  const { person, errors } = await arrive(language);
  const { page } = person;
  const menu = page.getByRole('navigation', { name: person.text('shell.menu'), exact: true });
  // Ignores controls partly covered by a menu that floats over the page for a moment.
  await page.goto('/admin/account');
  for (const mode of MODES) {
    await page.setViewportSize(WIDE);
    await choose(page, { menuMode: mode });
    if (mode === 'overlay') {
      expect(await menu.count()).toBe(0);
      await settled(page);
      await person.button('shell.menu.open').click();
    }
    await menu.waitFor();
    await settled(page);
    expect(await sidewaysScroll(page), mode).toEqual([]);
    if (mode === 'reveal') {
      expect(await gapAtStart(page, language, mode)).toBeLessThan(-200);
      await shot(page, `menu-reveal-closed-${language}-1280`);
    } else if (mode !== 'horizontal') expect(await gapAtStart(page, language, mode), mode).toBe(0);
    if (mode === 'drawer') await shot(page, `menu-drawer-closed-${language}-1280`);
    if (mode === 'reveal' || mode === 'drawer') {
      const edge = language === 'en' ? 5 : WIDE.width - 5;
      await page.mouse.move(edge, 300);
      await page.locator('nav[data-open]').waitFor();
      await settled(page);
      expect(await gapAtStart(page, language, mode)).toBe(0);
      expect((await menu.boundingBox())?.width).toBe(256);
    }
    expect(await axeProblems(page), mode).toEqual([]);
    await shot(page, `menu-${mode}-${language}-1280`);
    if (mode === 'reveal' || mode === 'drawer') {
      await page.mouse.move(WIDE.width / 2, 600);
      await page.locator('nav[data-open]').waitFor({ state: 'detached' });
    }
    await page.setViewportSize(NARROW);
    await menu.waitFor({ state: 'detached' });
    await person.button('shell.menu.open').click();
    await page.getByRole('dialog').waitFor();
    await menu.waitFor();
    expect(await axeProblems(page), `${mode}, narrow`).toEqual([]);
    await shot(page, `menu-${mode}-${language}-375`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await sidewaysScroll(page), `${mode}, narrow`).toEqual([]);
  }
  expect(errors).toEqual([]);
  await person.leave();
});

test.each(['ar', 'en'] as const)(
  'the menu that opens on hover hides after the pointer, unless it is pinned (%s)',
  async (language) => {
    const { person } = await arrive(language);
    const { page } = person;
    await choose(page, { menuMode: 'drawer', anchored: false });
    const open = page.locator('nav[data-open]');
    const enter = () => page.mouse.move(language === 'en' ? 20 : WIDE.width - 20, 300);
    const away = () => page.mouse.move(WIDE.width / 2, 600);
    await enter();
    await open.waitFor();
    await person.button('shell.menu.pin').click();
    await away();
    // A pinned menu is beside the page, also on the next screen and after a reload.
    await expect
      .poll(async () => (await page.locator('main').boundingBox())?.width, { timeout: 10_000 })
      .toBe(WIDE.width - 256);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await open.count()).toBe(1);
    await enter();
    await person.button('shell.menu.unpin').click();
    await away();
    await open.waitFor({ state: 'detached' });
    await person.leave();
  },
);

test('the line between the menu beside the page and the drawer runs above 991 px', async () => {
  const { person } = await arrive('en');
  const { page } = person;
  await choose(page, { menuMode: 'static' });
  const menu = page.getByRole('navigation', { name: person.text('shell.menu'), exact: true });
  await page.setViewportSize({ width: 992, height: 700 });
  await menu.waitFor();
  await page.setViewportSize({ width: 991, height: 700 });
  await menu.waitFor({ state: 'detached' });
  await person.leave();
});

test.each(['ar', 'en'] as const)(
  'settings change the look at once, and the panels beside them work (%s)',
  async (lang) => {
    const { person, errors } = await arrive(lang);
    const { page } = person;
    const root = page.locator('html');
    const radio = (group: string, name: string) =>
      page.getByRole('radiogroup', { name: person.text(group) }).getByRole('radio', { name: person.text(name) });
    await person.button('settings.title').click();
    await page.getByRole('dialog').waitFor();
    expect(await radio('settings.menuTheme', 'settings.dark').isDisabled()).toBe(true);
    for (const [group, name, attribute, value] of [
      ['settings.primary', 'palette.violet', 'data-primary', 'violet'],
      ['settings.surface', 'palette.ocean', 'data-surface', 'ocean'],
      ['settings.preset', 'settings.lara', 'data-preset', 'lara'],
      ['settings.scheme', 'settings.dark', 'data-scheme', 'dark'],
    ] as const) {
      // The input is visually hidden; people press its label.
      await radio(group, name).locator('xpath=ancestor::label').click();
      await page.locator(`html[${attribute}="${value}"]`).waitFor({ state: 'attached' });
    }
    await until('a menu as dark as the rest', () => radio('settings.menuTheme', 'settings.light').isDisabled());
    expect(await axeProblems(page)).toEqual([]);
    await shot(page, `settings-${lang}-1280`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await shot(page, `violet-ocean-lara-dark-${lang}`);
    await page.reload();
    expect(await root.getAttribute('data-primary')).toBe('violet');

    await choose(page, { scheme: 'light', menuMode: 'static', menuTheme: 'dark' });
    expect(await axeProblems(page)).toEqual([]);
    await shot(page, `dark-menu-${lang}`);

    await person.button('audit.lately').click();
    await page.getByRole('list', { name: person.text('audit.lately') }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await shot(page, `lately-${lang}`);
    await page.getByRole('link', { name: person.text('audit.lately.all') }).click();
    await page.waitForURL('**/admin/audit');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await person.leave();
  },
);

test.each(['ar', 'en'] as const)(
  'quitting asks for confirmation, and the password dialog is 30rem wide (%s)',
  async (language) => {
    const { person } = await arrive(language);
    const { page } = person;
    const overflow = page.getByRole('button', { name: person.text('admin.menu.account') });
    await overflow.click();
    await page.getByRole('menuitem', { name: person.text('admin.menu.update') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await settled(page);
    expect((await dialog.boundingBox())?.width).toBe(480);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const quit = async (answer: 'confirm.yes' | 'confirm.no') => {
      await overflow.click();
      await page.getByRole('menuitem', { name: person.text('admin.menu.quit') }).click();
      await page.getByRole('alertdialog').getByText(person.text('confirm.text')).waitFor();
      await person.button(answer).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    };
    await quit('confirm.no');
    expect(page.url()).toContain('/admin/users/list');
    await quit('confirm.yes');
    await page.waitForURL('**/admin/auth/login');
    await person.leave();
  },
);

test('the toast of a changed language can be used over the drawer that it was changed in, which stays', async () => {
  const { person } = await arrive('ar');
  const { page } = person;
  await page.setViewportSize({ width: 639, height: 800 });
  await person.button('shell.menu.open').click();
  await page.getByRole('dialog').getByRole('button', { name: 'English' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.waitFor();
  // Pointing at it stops its clock; nothing may lie over it.
  await page.getByText('Updated Successfully').hover();
  await page.getByRole('button', { name: 'Close notification' }).click();
  await page.getByText('Updated Successfully').waitFor({ state: 'detached' });
  expect(await drawer.isVisible()).toBe(true);
  await person.leave();
});

test('another colour scheme comes by a view transition, and at once where motion is not welcome', async () => {
  const { person } = await arrive('en');
  const { page } = person;
  // In the page: counts the transitions that were drawn to their end.
  await page.evaluate(() => {
    const counts = window as unknown as { transitions: number };
    counts.transitions = 0;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => transition.finished).then(() => (counts.transitions += 1));
      return transition;
    };
  });
  const transitions = () => page.evaluate(() => (window as unknown as { transitions: number }).transitions);
  const scheme = () => page.evaluate(() => document.documentElement.dataset.scheme);
  await person.button('theme.dark').click();
  await until('the end of the transition', async () => (await transitions()) === 1);
  expect(await scheme()).toBe('dark');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await person.button('theme.light').click();
  await person.button('theme.dark').waitFor();
  expect(await scheme()).toBe('light');
  expect(await transitions()).toBe(1);
  await person.leave();
});

test('another screen fades in and can be used meanwhile; another query and a person who wants no motion see no fade', async () => {
  const { person, errors } = await arrive('en');
  const { page } = person;
  await person.button('users.filter.active').waitFor();
  // In the page: what each transition animates when it begins, and what a press on the new heading would reach.
  await page.evaluate(() => {
    const seen: string[][] = [];
    const start = document.startViewTransition.bind(document);
    Object.assign(window, { seen });
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
        const drawn = effects.flatMap(({ pseudoElement }) => pseudoElement?.match(/^::view-transition.*/)?.[0] ?? []);
        const heading = document.querySelector('main h1');
        const { left, top, height } = heading?.getBoundingClientRect() ?? new DOMRect();
        const reached = document.elementFromPoint(left + 2, top + height / 2);
        seen.push([...drawn, reached === heading ? 'its heading' : 'something else']);
      });
      return transition;
    };
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[][] }).seen);
  const menu = page.getByRole('navigation', { name: person.text('shell.menu') });
  const go = async (id: string) => {
    await menu.getByRole('link', { name: person.text(id) }).click();
    await page.getByRole('heading', { level: 1, name: person.text(id) }).waitFor();
  };
  const fade = ['::view-transition-old(screen)', 'its heading'];

  await go('admin.menu.courses');
  await until('the first fade', async () => (await seen()).length === 1);
  await go('admin.menu.users');
  await until('the second fade', async () => (await seen()).length === 2);
  expect(await seen()).toEqual([fade, fade]);

  await person.button('users.filter.active').click();
  await page.waitForURL('**/admin/users/list?**');
  await page.locator('[role=grid]').waitFor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await go('admin.menu.courses');
  expect(await seen()).toHaveLength(2);
  expect(await page.locator('html').getAttribute('data-fading')).toBeNull();
  expect(errors).toEqual([]);
  await person.leave();
});

test.each(['ar', 'en'] as const)('nothing scrolls sideways at 320 px (%s)', async (language) => {
  const { person } = await arrive(language);
  const { page } = person;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    '/admin/users/list',
    '/admin/courses/list',
    '/admin/dashboard',
    '/admin/managers',
    '/admin/audit',
    '/admin/bin',
    '/admin/health',
    '/admin/account',
    '/error',
    '/no/page',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await sidewaysScroll(page), path).toEqual([]);
    await shot(page, `narrow${path.replaceAll('/', '-')}-${language}-320`);
  }
  await person.leave();
});

test('each screen starts scrolled to the top and is counted as a page view', async () => {
  const { person } = await arrive('en');
  const { page } = person;
  await page.evaluate(() => Object.assign(window, { dataLayer: [] }));
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.mouse.wheel(0, 2000);
  await page.getByRole('link', { name: person.text('admin.menu.courses') }).click();
  await page.waitForURL('**/admin/courses/list');
  // The previous screen has a heading too.
  await person.heading('courses.list.title').waitFor();
  await until('the top of the screen', () => page.evaluate(() => window.scrollY === 0));
  const told = await until('the page view', () =>
    page.evaluate(() => (window as unknown as { dataLayer: object[] }).dataLayer.at(-1)),
  );
  expect(told).toEqual({ event: 'page_view', page_path: '/admin/courses/list' });
  await person.leave();
});
