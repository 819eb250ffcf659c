// Debian's Firefox, driven by WebDriver BiDi.
import puppeteer, { type ElementHandle, type KeyInput, type Page } from 'puppeteer-core';

import { Display, DraggingTab } from './display.ts';
import { WINDOW, type Engine, type Key, type Point, type Tab } from './tab.ts';

/** Puppeteer's type of a function in the page. */
type Evaluated = (...args: unknown[]) => unknown;

const FIREFOX = '/usr/bin/firefox-esr';

export async function startFirefox(): Promise<Engine> {
  const display = await Display.open();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: false,
    defaultViewport: null,
    args: [`--width=${WINDOW.width}`, `--height=${WINDOW.height}`],
    env: display.env,
  });
  return {
    name: await browser.version(),
    open: async () => {
      const context = await browser.createBrowserContext();
      return new FirefoxTab(await context.newPage(), display, () => context.close());
    },
    close: async () => {
      await browser.close();
      await display.close();
    },
  };
}

class FirefoxTab extends DraggingTab implements Tab {
  constructor(
    private readonly page: Page,
    display: Display,
    readonly close: () => Promise<void>,
  ) {
    super(display);
  }

  async goto(url: string): Promise<void> {
    await this.page.goto(url);
  }

  run<A extends unknown[], T>(fn: (...args: A) => T, ...args: A): Promise<T> {
    return this.page.evaluate(fn as Evaluated, ...args) as Promise<T>;
  }

  async click({ x, y }: Point): Promise<void> {
    await this.page.mouse.click(x, y);
  }

  protected place(): Promise<Point> {
    return this.run(() => {
      const { mozInnerScreenX: x, mozInnerScreenY: y } = window as unknown as Record<string, number>;
      return { x: x ?? 0, y: y ?? 0 };
    });
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async press(key: Key): Promise<void> {
    if (key !== 'selectAll') return this.page.keyboard.press(key as KeyInput);
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press('a');
    await this.page.keyboard.up('Control');
  }

  async choose<A extends unknown[]>(file: string, fn: (...args: A) => unknown, ...args: A): Promise<void> {
    const input = (await this.page.evaluateHandle(fn as Evaluated, ...args)) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(file);
  }
}
