// Screenshots, for people to look at.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { errors, type Page } from 'playwright-core';

import { ROOT } from '../cluster.ts';

export const SCREENSHOTS = join(ROOT, 'out/screenshots');

/** Saves a screenshot of the page as `out/screenshots/<name>.png`. */
export async function takePicture(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  const path = join(SCREENSHOTS, `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  try {
    await page.screenshot({ ...options, path, timeout: 10_000 });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    await wakeCompositor(page);
    await page.screenshot({ ...options, path });
  }
}

/** Makes Chromium draw again: now and then a capture waits for a frame that an idle compositor never draws. */
async function wakeCompositor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 1 });
  await session.send('Page.stopScreencast');
  await session.detach();
}
