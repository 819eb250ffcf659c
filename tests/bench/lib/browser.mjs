// Chromium for benches, and sessions in it without the form.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { ROOT } from './academy.mjs';

export const launchBrowser = (...flags) =>
  chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', ...flags] });

/** What the web app keeps of a session in localStorage; `person` is an entry of `fillCatalogue`. */
export const managerStorage = ({ token, person, fullname }) => ({
  ...{ token, userId: person, fullname },
  tokenExpiration: new Date(Date.now() + 28_000_000).toISOString(),
});

export const learnerStorage = ({ token, person, fullname }) => ({
  ...{ clientToken: token, clientId: person },
  client: JSON.stringify({ clientId: person, fullname }),
});

/** A browser of somebody who has these entries in localStorage. */
export async function arrive(browser, baseURL, storage, options = {}) {
  const context = await browser.newContext({ baseURL, ...options });
  await context.addInitScript((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, storage);
  return context;
}

/** Slows the page's processor. */
export async function slowDown(page, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** The web app's messages, by their ids. */
export const textsOf = async (language) =>
  JSON.parse(await readFile(join(ROOT, `webapp/src/i18n/messages/${language}.json`), 'utf8'));
