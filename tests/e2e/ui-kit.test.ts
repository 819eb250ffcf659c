// The design system's page, served in development mode: every component in both languages, schemes and presets.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from '../harness/browser/browser.ts';
import { ROOT } from '../harness/cluster.ts';
import { takePicture } from '../harness/browser/pictures.ts';
import { axeProblems, consoleErrors, settled, sidewaysScroll } from '../harness/browser/screens.ts';
import { until } from '../harness/until.ts';

let folder: string;
let server: PreviewServer;
let browser: Browser;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-ui-'));
  const app = {
    root: join(ROOT, 'webapp'),
    mode: 'development',
    logLevel: 'error',
    build: { outDir: folder },
  } as const;
  await build(app);
  server = await preview({ ...app, preview: { host: '127.0.0.1', port: 0 } });
  const address = server.httpServer.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  browser = await launchBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Look {
  lang: 'ar' | 'en';
  scheme: 'light' | 'dark';
  preset: 'aura' | 'lara';
  width: 1280 | 375 | 320;
}

async function open({ lang, scheme, preset, width }: Look): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ baseURL: url, viewport: { width, height: 800 } });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(
    ([language, theme]) => {
      localStorage.setItem('lang', String(language));
      localStorage.setItem('theme', JSON.stringify(theme));
    },
    [lang, { scheme, preset }] as const,
  );
  const page = await context.newPage();
  // Vite alone serves the page: no edge counts its views.
  await page.route('**/api/public/page-view', (route) => route.fulfill({ status: 204 }));
  const errors = consoleErrors(page);
  await page.goto('/dev/ui');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.recharts-surface').first().waitFor();
  return { page, errors };
}

const LOOKS: Look[] = (['ar', 'en'] as const).flatMap((lang) =>
  (['light', 'dark'] as const).flatMap((scheme) => [
    { lang, scheme, preset: 'aura' as const, width: 1280 as const },
    { lang, scheme, preset: 'lara' as const, width: 375 as const },
  ]),
);

test.each(LOOKS)('the design system has nothing for axe to find ($lang, $scheme, $preset, $width)', async (look) => {
  const { page, errors } = await open(look);
  expect(await axeProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toEqual([]);
  const name = `kit-${look.lang}-${look.scheme}-${look.preset}-${look.width}`;
  await takePicture(page, `ui/${name}`, { fullPage: true });
  expect(errors).toEqual([]);
  await page.context().close();
});

test.each(['ar', 'en'] as const)('nothing scrolls sideways at 320 px (%s)', async (lang) => {
  const { page } = await open({ lang, scheme: 'light', preset: 'aura', width: 320 });
  expect(await sidewaysScroll(page)).toEqual([]);
  await page.context().close();
});

test.each(['ar', 'en'] as const)('overlays are accessible and close as documented (%s)', async (lang) => {
  const { page, errors } = await open({ lang, scheme: 'light', preset: 'aura', width: 1280 });
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  for (const name of ['start', 'end', 'top', 'bottom', 'not modal', 'dialog', 'question', 'command palette']) {
    await page.getByRole('button', { name, exact: true }).click();
    await dialog.waitFor();
    expect(await axeProblems(page), name).toEqual([]);
    await takePicture(page, `ui/overlay-${name.replace(' ', '-')}-${lang}`);
    if (name === 'start' || name === 'end') {
      // The panel surrounds the dialog.
      const box = await dialog.locator('..').boundingBox();
      const left = (lang === 'en') === (name === 'start');
      expect(left ? box?.x : Math.round((box?.x ?? 0) + (box?.width ?? 0)), name).toBe(left ? 0 : 1280);
      expect(box?.width, name).toBe(320);
    }
    if (name === 'top' || name === 'bottom') expect((await dialog.locator('..').boundingBox())?.height, name).toBe(160);
    if (name === 'question') await dialog.getByRole('button').first().click();
    else await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(errors).toEqual([]);
  await page.context().close();
});

test('toasts are at the top right, 20 px from the edges, 25rem wide, in both directions', async () => {
  for (const lang of ['ar', 'en'] as const) {
    const { page } = await open({ lang, scheme: 'light', preset: 'aura', width: 1280 });
    const toasts = page.getByRole('region', { name: 'Toasts' });
    for (const severity of ['info', 'success', 'warn', 'error', 'secondary', 'contrast'])
      await toasts.getByRole('button', { name: severity, exact: true }).click();
    const region = page.locator('section[aria-live]');
    await region.getByText('What happened').nth(5).waitFor();
    await settled(page);
    const box = await region.boundingBox();
    expect(box).toMatchObject({ y: 20, width: 400 });
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1260);
    expect(await axeProblems(page)).toEqual([]);
    await takePicture(page, `ui/toasts-${lang}`);
    await toasts.getByRole('button', { name: 'clear all', exact: true }).click();
    await region.getByText('What happened').first().waitFor({ state: 'detached' });
    await page.context().close();
  }
});

test.each(['ar', 'en'] as const)(
  'on a phone toasts are below the header, and leave its buttons free (%s)',
  async (lang) => {
    const { page } = await open({ lang, scheme: 'light', preset: 'aura', width: 375 });
    await page.getByRole('region', { name: 'Toasts' }).getByRole('button', { name: 'warn', exact: true }).click();
    const region = page.locator('section[aria-live]');
    await region.getByText('What happened').waitFor();
    expect(await region.boundingBox()).toMatchObject({ x: 20, y: 72, width: 335 });
    await page.context().close();
  },
);

test('nothing moves for long, or for ever, for those who prefer less motion', async () => {
  const { page } = await open({ lang: 'en', scheme: 'light', preset: 'aura', width: 1280 });
  /** The longest time that an animation of the page takes, and how many never end. */
  const motion = () =>
    page.evaluate(() => {
      const ends = document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0));
      const lasting = ends.filter((end) => end !== Infinity);
      return { endless: ends.length - lasting.length, longest: Math.max(0, ...lasting) };
    });
  // Placeholders shimmer and spinners turn.
  expect((await motion()).endless).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await until('the placeholders to stand still', async () => (await motion()).endless === 0);
  await page.getByRole('button', { name: 'start', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  const { endless, longest } = await motion();
  expect(endless).toBe(0);
  expect(longest).toBeLessThanOrEqual(10);
  await page.context().close();
});
