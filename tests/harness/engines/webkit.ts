// Safari's engine: Debian's WebKitGTK, driven by WebDriver, on a display that nobody sees.
import type { ChildProcess } from 'node:child_process';

import { freePort } from '../servers/proxy.ts';
import { until } from '../until.ts';
import { Display, DraggingTab, start, stop } from './display.ts';
import { KEYS, WINDOW, type Engine, type Key, type Point, type Tab } from './tab.ts';

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** The name under which the protocol sends an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export async function startWebKit(): Promise<Engine> {
  const display = await Display.open();
  const tabs = new Set<WebKitTab>();
  return {
    name: 'WebKit',
    open: async () => {
      const tab = await WebKitTab.open(display, () => tabs.delete(tab));
      tabs.add(tab);
      return tab;
    },
    close: async () => {
      for (const tab of tabs) await tab.close();
      await display.close();
    },
  };
}

/** A session of its own driver, which has one at a time. */
class WebKitTab extends DraggingTab implements Tab {
  private constructor(
    private readonly driver: ChildProcess,
    private readonly session: string,
    display: Display,
    private readonly onClosed: () => void,
  ) {
    super(display);
  }

  static async open(display: Display, onClosed: () => void): Promise<WebKitTab> {
    // As Chromium's, its sandbox does not work for root.
    const asRoot = process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {};
    const env = { ...display.env, ...asRoot };
    const port = await freePort();
    const driver = start('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], env);
    const url = `http://127.0.0.1:${port}`;
    await until('the driver', async () => (await fetch(`${url}/status`)).ok);
    const browser = { binary: MINI_BROWSER, args: ['--automation'] };
    const { sessionId } = await call<{ sessionId: string }>('POST', `${url}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } },
    });
    const tab = new WebKitTab(driver, `${url}/session/${sessionId}`, display, onClosed);
    await tab.call('POST', '/window/rect', WINDOW);
    return tab;
  }

  private call<T>(method: string, path: string, body?: object): Promise<T> {
    return call(method, this.session + path, body);
  }

  async goto(url: string): Promise<void> {
    await this.call('POST', '/url', { url });
  }

  run<A extends unknown[], T>(fn: (...args: A) => T, ...args: A): Promise<T> {
    return this.call('POST', '/execute/sync', { script: `return (${fn.toString()}).apply(null, arguments)`, args });
  }

  async click(at: Point): Promise<void> {
    await this.point([move(at), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
  }

  protected place(): Promise<Point> {
    return this.run(() => ({ x: window.screenX, y: window.screenY + window.outerHeight - window.innerHeight }));
  }

  private point(actions: object[]): Promise<void> {
    return this.call('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async type(text: string): Promise<void> {
    await this.keys([...text].flatMap((value) => [key('keyDown', value), key('keyUp', value)]));
  }

  async press(name: Key): Promise<void> {
    const pressed = [key('keyDown', KEYS[name]), key('keyUp', KEYS[name])];
    await this.keys(name === 'selectAll' ? [key('keyDown', '\uE009'), ...pressed, key('keyUp', '\uE009')] : pressed);
  }

  private keys(actions: object[]): Promise<void> {
    return this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async choose<A extends unknown[]>(file: string, fn: (...args: A) => unknown, ...args: A): Promise<void> {
    const input = (await this.run(fn, ...args)) as Record<string, string>;
    await this.call('POST', `/element/${input[ELEMENT]}/value`, { text: file });
  }

  async close(): Promise<void> {
    this.onClosed();
    await this.call('DELETE', '').finally(() => stop(this.driver));
  }
}

const move = ({ x, y }: Point, duration = 0) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration });
const key = (type: 'keyDown' | 'keyUp', value: string) => ({ type, value });

/** A command of WebDriver: https://www.w3.org/TR/webdriver2/ */
async function call<T>(method: string, url: string, body?: object): Promise<T> {
  const answer = await fetch(url, { method, ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}
