// A person with a browser of any engine: finds what a screen reader would call by that name, and waits until it can be
// used, as a person does.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ROOT } from '../cluster.ts';
import { until } from '../until.ts';
import type { Language } from '../browser/browser.ts';
import type { Engine, Key, Point, Tab } from './tab.ts';

/** Elements by role and name, by their label, by their text, or by a selector; within others. */
export interface Query {
  readonly role?: string;
  /** The whole name; with `like`, a part of it. */
  readonly name?: string;
  readonly label?: string;
  readonly text?: string;
  readonly css?: string;
  readonly like?: boolean;
  readonly within?: Query;
}

/** What `helper` adds to each page. */
interface Page {
  find(query: Query): HTMLElement[];
  problems: string[];
}

const library = readFile(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
);

function helper(): void {
  interface Library {
    queryAllByRole(root: HTMLElement, role: string, options: object): HTMLElement[];
    queryAllByLabelText(root: HTMLElement, text: string, options: object): HTMLElement[];
    queryAllByText(root: HTMLElement, text: string, options: object): HTMLElement[];
  }
  const page = window as unknown as { TestingLibraryDom: Library; visitor: Page };
  const library = page.TestingLibraryDom;
  const problems: string[] = [];
  const shows = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true], [inert]');
  const find = ({ role, name, label, text, css, like = false, within }: Query): HTMLElement[] => {
    const root = within ? find(within)[0] : document.body;
    if (!root) return [];
    const exact = { exact: !like };
    if (role !== undefined) {
      const named = like && name !== undefined ? (shown: string) => shown.includes(name) : name;
      // Whether each is hidden is asked of the engine itself, which is faster.
      const options = { hidden: true, ...(named === undefined ? {} : { name: named }) };
      return library.queryAllByRole(root, role, options).filter(shows);
    }
    if (label !== undefined) return library.queryAllByLabelText(root, label, exact);
    if (text !== undefined) return library.queryAllByText(root, text, exact);
    return [...root.querySelectorAll<HTMLElement>(css ?? '*')];
  };
  page.visitor = { find, problems };
  window.addEventListener('error', ({ message }) => problems.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    problems.push(`${violatedDirective} ${blockedURI}`),
  );
}

/** The middle of the first such element that can be clicked there, with its place in the page to see whether it moves. */
function pointAt(query: Query): Point | string {
  const { visitor } = window as unknown as { visitor: Page };
  const found = visitor.find(query);
  let why = `${found.length} found`;
  for (const element of found) {
    if (element.matches(':disabled, [aria-disabled=true]')) {
      why = 'disabled';
      continue;
    }
    // A check box without a size is behind its label.
    const target = element.matches('input[type=checkbox], input[type=radio]')
      ? (element.closest('label') ?? element)
      : element;
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    if (width > 0 && height > 0 && hit && (target.contains(hit) || hit.contains(target))) return { x, y };
    why = `covered by ${hit?.outerHTML.slice(0, 120)}`;
  }
  return why;
}

export class Visitor {
  /** Those who have not left. */
  static readonly present = new Set<Visitor>();

  private constructor(
    readonly tab: Tab,
    private readonly url: string,
    private readonly texts: Record<string, string>,
  ) {}

  /** Comes to the academy's home page. */
  static async arrive(engine: Engine, url: string, language: Language = 'ar'): Promise<Visitor> {
    const texts = await readFile(join(ROOT, `webapp/src/i18n/messages/${language}.json`), 'utf8');
    const visitor = new Visitor(await engine.open(), url, JSON.parse(texts) as Record<string, string>);
    Visitor.present.add(visitor);
    await visitor.goto(language === 'ar' ? '/' : '/?lang=en');
    return visitor;
  }

  /** A message of the web app by its id. */
  say(id: string): string {
    const text = this.texts[id];
    if (text === undefined) throw new Error(`the web app has no message ${id}`);
    return text;
  }

  async goto(path: string): Promise<void> {
    await this.tab.goto(this.url + path);
  }

  /** Calls a function in the page, which has the helper. */
  async run<A extends unknown[], T>(fn: (...args: A) => T, ...args: A): Promise<T> {
    const there = await this.tab.run(() => 'visitor' in window);
    if (!there) {
      await this.tab.run(new Function(String(await library)) as () => void);
      await this.tab.run(helper);
    }
    return this.tab.run(fn, ...args);
  }

  async count(query: Query): Promise<number> {
    return this.run((q) => (window as unknown as { visitor: Page }).visitor.find(q).length, query);
  }

  async sees(query: Query, limitMs?: number): Promise<void> {
    await until(JSON.stringify(query), () => this.count(query), limitMs);
  }

  async misses(query: Query): Promise<void> {
    await until(`no ${JSON.stringify(query)}`, async () => (await this.count(query)) === 0);
  }

  /** Waits until the page is at an address whose path and query match. */
  async at(pattern: RegExp): Promise<void> {
    await until(`the address ${pattern}`, async () => {
      const here = await this.tab.run(() => location.pathname + location.search);
      if (!pattern.test(here)) throw new Error(here);
      return true;
    });
  }

  /** Where an element is, once it rests and nothing covers it. */
  async pointOf(query: Query): Promise<Point> {
    let before: Point | undefined;
    return until(`a place to click: ${JSON.stringify(query)}`, async () => {
      const now = await this.run(pointAt, query);
      if (typeof now === 'string') throw new Error(now);
      const rests = before?.x === now.x && before.y === now.y;
      before = now;
      return rests ? now : undefined;
    });
  }

  /** Drags one element over the upper edge of another; both stand in a list that says how far it is. */
  async drag(from: Query, over: Query): Promise<void> {
    const start = await this.pointOf(from);
    const end = await this.pointOf(over);
    await this.tab.hold(start);
    let step = 0;
    const near = async (place: Point, css: string) => {
      // Each event needs a move of its own.
      await this.tab.move({ x: place.x + (step = (step + 3) % 12), y: place.y });
      return (await this.count({ css })) > 0;
    };
    await until('what is dragged', () => near(start, '[data-dragging]'));
    await until('a place to drop it', () => near({ x: end.x, y: end.y - 20 }, '[data-drop-target]'));
    await this.tab.release();
  }

  async click(query: Query): Promise<void> {
    await this.tab.click(await this.pointOf(query));
  }

  /** Replaces what a field has. */
  async fill(id: string, text: string, within?: Query): Promise<void> {
    const field: Query = { label: this.say(id), ...(within ? { within } : {}) };
    await this.click(field);
    await this.tab.press('selectAll');
    await this.tab.type(text);
    const value = (q: Query) =>
      (window as unknown as { visitor: Page }).visitor.find(q).map((element) => (element as HTMLInputElement).value);
    await until(`${text} in ${id}`, async () => (await this.run(value, field)).includes(text));
  }

  async press(key: Key): Promise<void> {
    await this.tab.press(key);
  }

  button(id: string, within?: Query): Promise<void> {
    return this.click({ role: 'button', name: this.say(id), ...(within ? { within } : {}) });
  }

  link(id: string): Promise<void> {
    return this.click({ role: 'link', name: this.say(id) });
  }

  async choose(query: Query, file: string): Promise<void> {
    await this.sees(query);
    await this.tab.choose(file, (q) => (window as unknown as { visitor: Page }).visitor.find(q)[0], query);
  }

  /** The texts of elements, in their order. */
  async textsOf(query: Query): Promise<string[]> {
    return this.run(
      (q) => (window as unknown as { visitor: Page }).visitor.find(q).map((element) => element.textContent ?? ''),
      query,
    );
  }

  /** Errors of the page since it was loaded. */
  async problems(): Promise<string[]> {
    return this.run(() => (window as unknown as { visitor: Page }).visitor.problems);
  }

  /** The page's content, to explain a failed test. */
  async tell(): Promise<void> {
    const shown = this.tab.run(() => `${location.href}\n${document.body.innerText}`);
    console.error(await shown.catch(String), await this.problems().catch(String));
  }

  async leave(): Promise<void> {
    Visitor.present.delete(this);
    await this.tab.close();
  }
}
