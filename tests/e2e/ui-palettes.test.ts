// Text meets WCAG AA contrast on its background in every palette, surface and scheme, measured in a browser, where the
// colours are computed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from '../harness/browser/browser.ts';
import { Cluster } from '../harness/cluster.ts';
import { consoleErrors } from '../harness/browser/screens.ts';

const PRIMARIES =
  'noir emerald green lime orange amber yellow teal cyan sky blue indigo violet purple fuchsia pink rose'.split(' ');
const SURFACES = 'slate gray zinc neutral stone soho viva ocean'.split(' ');

/** A text or graphic, its background, and the contrast it needs. */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...['bg', 'card', 'sunken', 'accent-soft', 'hero-from', 'hero-to'].flatMap((ground) => [
    ['ink', ground, 4.5] as const,
    ['muted', ground, 4.5] as const,
    ['accent-ink', ground, 4.5] as const,
  ]),
  ...['info', 'success', 'warn', 'danger'].flatMap((severity) => [
    [severity, `${severity}-soft`, 4.5] as const,
    [severity, 'card', 4.5] as const,
    [severity, 'bg', 4.5] as const,
  ]),
  ['on-action', 'action', 4.5],
  ['on-action', 'action-hover', 4.5],
  ['bg', 'ink', 4.5],
  // Borders of fields, the focus ring, the lines of charts (WCAG 1.4.11).
  ['line-strong', 'card', 3],
  ['line-strong', 'bg', 3],
  ['action', 'bg', 3],
  ['action', 'card', 3],
];

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

/** The pairs with too little contrast, one per line, and how many pairs were measured. */
function tooPale(page: Page) {
  return page.evaluate(
    ({ primaries, surfaces, pairs }) => {
      const probe = document.body.appendChild(document.createElement('i'));
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      if (!canvas) throw new Error('no canvas');
      const known = new Map<string, number>();
      const luminance = (token: string): number => {
        probe.style.color = `var(--${token})`;
        const { color } = getComputedStyle(probe);
        const before = known.get(color);
        if (before !== undefined) return before;
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
          const value = byte / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        const found = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        known.set(color, found);
        return found;
      };
      const { dataset } = document.documentElement;
      const bad: string[] = [];
      let measured = 0;
      for (const scheme of ['light', 'dark'])
        for (const primary of primaries)
          for (const surface of surfaces) {
            Object.assign(dataset, { scheme, primary, surface });
            for (const [mark, ground, least] of pairs) {
              const [a, b] = [luminance(mark), luminance(ground)];
              const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
              measured++;
              if (ratio < least)
                bad.push(`${scheme} ${primary} ${surface}: ${mark} on ${ground} is ${ratio.toFixed(2)}, not ${least}`);
            }
          }
      probe.remove();
      return { bad, measured, colours: known.size };
    },
    { primaries: PRIMARIES, surfaces: SURFACES, pairs: PAIRS },
  );
}

test('text meets AA on its background in 17 palettes, 8 surfaces and both schemes', async () => {
  const page = await browser.newPage({ baseURL: cluster.url });
  await page.goto('/admin/auth/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { bad, measured, colours } = await tooPale(page);
  expect(measured).toBe(17 * 8 * 2 * PAIRS.length);
  expect(colours).toBeGreaterThan(200);
  expect(bad).toEqual([]);
  await page.close();
});

test('the surfaces that are the academy’s own have the colours of the design', async () => {
  const page = await browser.newPage({ baseURL: cluster.url });
  await page.goto('/admin/auth/login');
  const steps = await page.evaluate(() =>
    ['soho', 'viva', 'ocean'].map((surface) => {
      document.documentElement.dataset.surface = surface;
      const style = getComputedStyle(document.documentElement);
      return [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950]
        .map((step) => style.getPropertyValue(`--surface-${step}`).trim())
        .join(' ');
    }),
  );
  expect(steps).toEqual([
    '#ececec #dedfdf #c4c4c6 #adaeb0 #97979b #7f8084 #6a6b70 #55565b #3f4046 #2c2c34 #16161d',
    '#f3f3f3 #e7e7e8 #cfd0d0 #b7b8b9 #9fa1a1 #87898a #6e7173 #565a5b #3e4244 #262b2c #0e1315',
    '#fbfcfc #f7f9f8 #eff3f2 #dadedd #b1b7b6 #828787 #5f7274 #415b61 #29444e #183240 #0c1920',
  ]);
  await page.close();
});

test('a stored look applies before the first paint and does not change afterwards', async () => {
  const context = await browser.newContext({ baseURL: cluster.url });
  await context.addInitScript(() => {
    localStorage.setItem('lang', 'en');
    localStorage.setItem(
      'theme',
      JSON.stringify({ scheme: 'dark', preset: 'lara', primary: 'rose', surface: 'ocean' }),
    );
    const seen: string[] = [];
    Object.assign(window, { seen });
    // The body is parsed after the head's script and before anything is painted.
    new MutationObserver(() => {
      if (!document.body) return;
      const { lang, dir, dataset } = document.documentElement;
      const { scheme, preset, primary, surface } = dataset;
      const look = [lang, dir, scheme, preset, primary, surface].join(' ');
      if (seen.at(-1) !== look) seen.push(look);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const page = await context.newPage();
  const errors = consoleErrors(page);
  for (const path of ['/', '/client/auth/login', '/admin/auth/login']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen, path).toEqual(['en ltr dark lara rose ocean']);
  }
  expect(errors).toEqual([]);
  await context.close();
});
