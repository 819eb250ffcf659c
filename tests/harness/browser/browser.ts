// Debian's Chromium under playwright-core, and the web app's own texts to find elements by.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';

import { ROOT } from '../cluster.ts';
import { CHROMIUM } from './chromium.mjs';
import { takePicture } from './pictures.ts';

/** A device that fingers use, 360 px wide. */
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export const launchBrowser = (): Promise<Browser> => chromium.launch(CHROMIUM);

export type Language = 'ar' | 'en';

/** One person's browser, with its own cookies and storage; errors in its pages are recorded. */
export class Person {
  /** The browsers that are still open. */
  static readonly present = new Set<Person>();
  readonly problems: string[] = [];
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private texts: Record<string, string>,
  ) {}

  static async arrive(
    browser: Browser,
    baseURL: string,
    language: Language = 'ar',
    device: BrowserContextOptions = {},
  ): Promise<Person> {
    const viewport = { width: 1280, height: 800 };
    const context = await browser.newContext({ baseURL, viewport, locale: 'en-US', ...device });
    context.setDefaultTimeout(30_000);
    // A new visitor gets Arabic; the other language is a choice stored in the browser.
    if (language === 'en') await context.addInitScript(() => localStorage.setItem('lang', 'en'));
    const page = await context.newPage();
    const person = new Person(context, page, await readTexts(language));
    Person.present.add(person);
    page.on('pageerror', (error) => person.problems.push(`error in the page: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && /content security policy/i.test(message.text()))
        person.problems.push(message.text());
    });
    return person;
  }

  /** A message of the web app by its id. */
  text(id: string): string {
    const text = this.texts[id];
    if (text === undefined) throw new Error(`the web app has no message ${id}`);
    return text;
  }

  button(id: string) {
    return this.page.getByRole('button', { name: this.text(id), exact: true });
  }

  link(id: string) {
    return this.page.getByRole('link', { name: this.text(id), exact: true });
  }

  heading(id: string) {
    return this.page.getByRole('heading', { name: this.text(id), exact: true });
  }

  field(id: string) {
    return this.page.getByLabel(this.text(id), { exact: true });
  }

  group(id: string) {
    return this.page.getByRole('group', { name: this.text(id), exact: true });
  }

  /** Types a date (`2026-12-31`) into a date picker, part by part. */
  async pickDate(id: string, date: string, within: Page | Locator = this.page): Promise<void> {
    const picker = within.getByRole('group', { name: this.text(id) });
    const [year = '', month = '', day = ''] = date.split('-');
    for (const [part, digits] of Object.entries({ year, month, day })) {
      await picker.locator(`[data-type=${part}]`).focus();
      await this.page.keyboard.type(digits);
    }
  }

  /** Saves a screenshot of the page under out/screenshots. */
  async picture(name: string): Promise<void> {
    await takePicture(this.page, name);
  }

  /** The page's content, to explain a failed test. */
  async tell(): Promise<void> {
    if (this.page.isClosed()) return;
    console.error(this.page.url(), await this.page.locator('body').ariaSnapshot().catch(String), this.problems);
  }

  async leave(): Promise<void> {
    Person.present.delete(this);
    await this.context.close();
  }
}

async function readTexts(language: Language): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(ROOT, `webapp/src/i18n/messages/${language}.json`), 'utf8')) as Record<
    string,
    string
  >;
}
