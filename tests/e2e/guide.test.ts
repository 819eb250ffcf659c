// The guide in a browser: axe, the console, whether it fits into 320 px, in both languages, light and dark; the search;
// and without JavaScript. Screenshots go to out/screenshots/guide.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser, type Language } from '../harness/browser/browser.ts';
import { takePicture } from '../harness/browser/pictures.ts';
import { axeProblems, consoleErrors, sidewaysScroll } from '../harness/browser/screens.ts';
import { Cluster } from '../harness/cluster.ts';

const SIZES = { 1280: 800, 375: 760 } as const;
const PAGES: Record<Language, string[]> = {
  ar: ['', '/first-day', '/owners', '/managers', '/learners', '/troubles'],
  en: ['', '/first-day', '/owners', '/managers', '/learners', '/troubles', '/operators', '/developers'],
};
/** A long document with tables and long lines. */
const DOCUMENT = '/docs/guide/documents/operations';

let cluster: Cluster;
let browser: Browser;
beforeAll(async () => {
  cluster = await Cluster.start();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

test.each([
  ['ar', 'light'],
  ['ar', 'dark'],
  ['en', 'light'],
  ['en', 'dark'],
] as const)('every page can be read by everybody (%s, %s)', async (language, colorScheme) => {
  const context = await browser.newContext({ baseURL: cluster.url, colorScheme });
  const page = await context.newPage();
  const errors = consoleErrors(page);
  for (const path of [
    ...PAGES[language].map((name) => `/docs/guide/${language}${name}`),
    ...(language === 'en' ? [DOCUMENT] : []),
  ]) {
    const name = path.split('/').at(-1);
    for (const width of [1280, 375] as const) {
      await page.setViewportSize({ width, height: SIZES[width] });
      await page.goto(path);
      expect.soft(await axeProblems(page), `${path} ${colorScheme} ${width}`).toEqual([]);
      await takePicture(page, `guide/${name}-${language}-${colorScheme}-${width}`, { fullPage: path !== DOCUMENT });
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect.soft(await sidewaysScroll(page), `${path} at 320`).toEqual([]);
  }
  expect(errors).toEqual([]);
  await context.close();
});

test.each([
  ['dark', 'light'],
  ['light', 'dark'],
] as const)(
  'whoever chose %s in the app reads it so on a %s device, from the first paint',
  async (scheme, colorScheme) => {
    const context = await browser.newContext({ baseURL: cluster.url, colorScheme });
    const page = await context.newPage();
    const errors = consoleErrors(page);
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto('/docs/guide/en/owners');
    const asDevice = await background();
    await page.goto('/');
    await page.evaluate((choice) => localStorage.setItem('theme', JSON.stringify({ scheme: choice })), scheme);
    // Nothing of the page is there before its look is known.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        Object.assign(window, { lookAtBody: document.documentElement.dataset.scheme });
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto('/docs/guide/en/owners');
    expect(await background()).not.toBe(asDevice);
    expect(await page.evaluate(() => (window as unknown as { lookAtBody?: string }).lookAtBody)).toBe(scheme);
    expect(errors).toEqual([]);
    await context.close();
  },
);

test('the search leads to a section', async () => {
  const context = await browser.newContext({ baseURL: cluster.url });
  const page = await context.newPage();
  const errors = consoleErrors(page);
  await page.goto('/docs/guide/ar');
  await page.getByRole('searchbox').fill('نسخه احتياطيه');
  const results = page.getByRole('search').getByRole('link');
  await results.first().waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await takePicture(page, 'guide/search-ar');
  await results.filter({ hasText: 'الاستعادة' }).click();
  await page.waitForURL(/\/docs\/guide\/ar\/owners#/);
  expect(errors).toEqual([]);
  await context.close();
});

test('without JavaScript it is complete but for the search', async () => {
  const context = await browser.newContext({ baseURL: cluster.url, javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto('/docs/guide');
  expect(new URL(page.url()).pathname).toBe('/docs/guide/en');
  expect(await page.getByRole('search').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'When something goes wrong' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'When something goes wrong' }).waitFor();
  await page.getByRole('link', { name: 'العربية' }).click();
  await page.getByRole('heading', { level: 1, name: 'حين يحدث خلل' }).waitFor();
  await context.close();
});
