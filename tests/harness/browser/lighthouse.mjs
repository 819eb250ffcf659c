// Lighthouse on one page after another, in one Chromium.
import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';

import { CHROMIUM } from './chromium.mjs';

const ATTEMPTS = 3;

export class Lighthouse {
  /** Starts the browser, with flags beside those of all tests. */
  static async start(...flags) {
    return new Lighthouse(await puppeteer.launch({ ...CHROMIUM, args: [...CHROMIUM.args, ...flags] }));
  }

  constructor(browser) {
    this.browser = browser;
  }

  async audit(url, options) {
    for (let attempt = 1; ; ++attempt) {
      const lhr = await this.once(url, options);
      if (!lhr.runtimeError) return resultOf(lhr);
      // On a busy machine it now and then misses the beginning of a trace, and asks to be run again.
      if (attempt === ATTEMPTS) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    }
  }

  async once(url, { categories, wide = false, storage = {} }) {
    // Nobody has visited the page before.
    const context = await this.browser.createBrowserContext();
    try {
      const page = await context.newPage();
      await page.evaluateOnNewDocument((entries) => {
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
      }, storage);
      // A slow phone is computed from what was seen, and the page itself is not slowed; only then are the pauses short.
      const flags = {
        onlyCategories: [...categories],
        throttlingMethod: 'simulate',
        disableFullPageScreenshot: true,
        logLevel: 'error',
      };
      return (await lighthouse(url, flags, wide ? desktopConfig : undefined, page)).lhr;
    } finally {
      await context.close();
    }
  }

  async close() {
    await this.browser.close();
  }
}

/** What a reader of a failed test or of a bench's table needs. */
function resultOf(lhr) {
  const scores = {};
  const failed = [];
  for (const { id, score, auditRefs } of Object.values(lhr.categories)) {
    scores[id] = Math.round(100 * score);
    if (id === 'performance') continue;
    for (const ref of auditRefs) {
      const audit = lhr.audits[ref.id];
      if (ref.weight > 0 && audit.score !== null && audit.score < 1)
        failed.push(`${id}: ${audit.title} (${ref.id}) ${placesOf(audit).join(', ')}`.trimEnd());
    }
  }
  const figure = (id) => lhr.audits[id]?.numericValue ?? NaN;
  return { at: new URL(lhr.finalDisplayedUrl).pathname, scores, failed, figure };
}

/** Where an audit failed: elements, messages or addresses. */
function placesOf({ details }) {
  const items = details?.items ?? [];
  return items.map(({ node, description, url }) => node?.snippet ?? description ?? url ?? '').filter(Boolean);
}
