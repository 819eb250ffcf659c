// What a journey needs of a browser's engine, whatever protocol it is driven by.

/** A place in the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One window with cookies and storage of its own. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** Calls a function in the page, with values that JSON knows. It cannot use what stands around it. */
  run<A extends unknown[], T>(fn: (...args: A) => T, ...args: A): Promise<T>;
  click(at: Point): Promise<void>;
  /** Presses the button of the display's mouse there, and holds it. */
  hold(at: Point): Promise<void>;
  /** Moves the display's mouse. */
  move(to: Point): Promise<void>;
  release(): Promise<void>;
  /** Types a text into what has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Gives a file to the input that the function returns. */
  choose<A extends unknown[]>(file: string, fn: (...args: A) => unknown, ...args: A): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  open(): Promise<Tab>;
  close(): Promise<void>;
}

export const WINDOW = { width: 1280, height: 900 } as const;

/** Keys by their names in WebDriver. */
export const KEYS = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', ArrowDown: '\uE015', selectAll: 'a' } as const;
export type Key = keyof typeof KEYS;
