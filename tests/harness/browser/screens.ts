// Checks screens for people with a keyboard, a screen reader or a small phone: axe, overflow, and errors in the
// browser's console.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { ConsoleMessage, Locator, Page } from 'playwright-core';

import { until } from '../until.ts';

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA and the rules it includes. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Waits until all animations but endless ones have finished, so that colours are final. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** axe's findings, one per line. */
export async function axeProblems(page: Page): Promise<string[]> {
  const problems = await axeFinds(page);
  if (!problems.some((problem) => problem.includes('obscured'))) return problems;
  // Elements that happen to be under the sticky bar can be scrolled into view.
  await page.evaluate(() => window.scrollTo(0, 0));
  return axeFinds(page);
}

async function axeFinds(page: Page): Promise<string[]> {
  await settled(page);
  // Evaluated through the browser's protocol, which the page's Content-Security-Policy does not affect.
  await page.evaluate(await axeSource);
  return page.evaluate(async (rules) => {
    interface Axe {
      run(
        context: object,
        options: object,
      ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
    }
    const { axe } = window as unknown as { axe: Axe };
    // React Aria's announcer keeps its messages for seconds, also those of removed buttons.
    const whole = { include: [['html']], exclude: [['[data-live-announcer]']] };
    const { violations } = await axe.run(whole, { runOnly: rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
  }, RULES);
}

/** The elements that make the page wider than its window, one per line; empty if it fits. */
export async function sidewaysScroll(page: Page): Promise<string[]> {
  // Charts are redrawn a moment after the window is resized.
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.waitForFunction(fits, undefined, { timeout: 5_000 }).catch(() => undefined);
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return right > clientWidth + 1 || left < -1;
    });
    // What is too wide itself, and not by what is in it.
    const causes = wide.filter((element) => !wide.some((inner) => inner !== element && element.contains(inner)));
    return [`${scrollWidth} px in ${clientWidth}`, ...causes.slice(0, 5).map((e) => e.outerHTML.slice(0, 160))];
  });
}

/** Engine.IO's answer to a poll that crosses the end of its live session. */
const CROSSED_POLL = /status of 400 .*\/socket\.io\/\?.*transport=polling.*&sid=/;

/** Collects the console's errors, except those that a test expects. */
export function consoleErrors(page: Page, also: readonly RegExp[] = []): string[] {
  const errors: string[] = [];
  const expected = [CROSSED_POLL, ...also];
  page.on('console', (message: ConsoleMessage) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !expected.some((pattern) => pattern.test(text))) errors.push(text);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target.toString()} is out of the keyboard's reach`);
}

/** Whether the app has replaced the server's page, which React marks on its root. */
export const hasApp = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  );

/** Chooses a box that its own mark covers: again where the page still moved, and the press missed it. */
export const tickBox = (box: Locator): Promise<boolean> =>
  until('the chosen box', async () => {
    await box.check({ force: true, timeout: 5000 });
    return box.isChecked();
  });
