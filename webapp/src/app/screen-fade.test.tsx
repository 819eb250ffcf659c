import { act, render, screen } from '@testing-library/react';
import { StrictMode, useEffect } from 'react';
import { createMemoryRouter, Outlet, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { element, elements } from '@/testing/dom';
import { fadeScreens } from './screen-fade';

const { dataset, style } = document.documentElement;

function promise() {
  let resolve!: () => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<void>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

/** A view transition as browsers have it, whose steps the test takes. */
class Transition {
  private readonly drawn = promise();
  private readonly settled = promise();
  readonly ready = this.drawn.promise;
  readonly finished = this.settled.promise;
  readonly skipTransition = vi.fn(() => {
    this.drawn.reject(new DOMException('skipped', 'AbortError'));
    this.end();
  });
  constructor(readonly draw: () => void) {}
  end() {
    this.settled.resolve();
  }
  fail() {
    const hidden = new DOMException('hidden', 'InvalidStateError');
    this.drawn.reject(hidden);
    this.settled.reject(hidden);
  }
}

const settled = () => act(() => Promise.resolve());

let begun: Transition[];
let calm: boolean;
/** What the screens' effects have done. */
let effects: string[];

beforeEach(() => {
  [begun, calm, effects] = [[], false, []];
  vi.stubGlobal('matchMedia', () => ({ matches: calm }));
  const startViewTransition = (draw: () => void) => {
    begun.at(-1)?.skipTransition();
    begun.push(new Transition(draw));
    return begun.at(-1);
  };
  Object.assign(document, { startViewTransition });
});
afterEach(async () => {
  for (const transition of begun) transition.end();
  await settled();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const own of ['startViewTransition', 'fullscreenElement', 'pictureInPictureElement', 'visibilityState'])
    Reflect.deleteProperty(document, own);
});

function Screen() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    effects.push(pathname);
    element('#main').focus();
  }, [pathname]);
  return (
    <>
      <p>{pathname + search}</p>
      {pathname === '/asks' && <div role="alertdialog" />}
    </>
  );
}

const Frame = () => (
  <main id="main" tabIndex={-1}>
    <Outlet />
  </main>
);
const screens = [{ path: '*', Component: Screen }];

/** Opens the first screen; the answer leads to others. */
async function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: 'other-frame', Component: () => <main id="main">Other</main> },
      { path: 'bare', Component: () => <p>Bare</p> },
      { Component: Frame, children: screens },
    ],
    { initialEntries: [path] },
  );
  render(
    <StrictMode>
      <RouterProvider router={fadeScreens(router)} />
    </StrictMode>,
  );
  await settled();
  return (to: string | number) => act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)));
}

const shown = () => screen.getByRole('paragraph').textContent;
/** The step in which the browser has the page changed. */
async function draw() {
  act(() => begun.at(-1)?.draw());
  await settled();
}
async function end() {
  begun.at(-1)?.end();
  await settled();
}

test('another screen is rendered in one step within a view transition, and its effects are over then', async () => {
  const go = await open('/one');
  effects = [];
  await go('/two');
  expect(begun).toHaveLength(1);
  expect([shown(), dataset.fading]).toEqual(['/one', 'from']);
  act(() => begun[0]?.draw());
  expect(shown()).toBe('/two');
  expect(effects).toEqual(['/two']);
  expect(screen.getByRole('main')).toHaveFocus();
  expect(dataset.fading).toBe('to');
  await end();
  expect(dataset.fading).toBeUndefined();
  expect(style.getPropertyValue('--screen-clip')).toBe('');
});

test('the way back fades too', async () => {
  const go = await open('/one');
  await go('/two');
  await draw();
  await end();
  await go(-1);
  expect(begun).toHaveLength(2);
  await draw();
  expect(shown()).toBe('/one');
});

test('neither the first screen nor another query of the same one fades', async () => {
  const go = await open('/list');
  await go('/list?page=2');
  expect(shown()).toBe('/list?page=2');
  await go('/list?page=2#main');
  await go(-1);
  expect(begun).toHaveLength(0);
});

test('a screen comes at once where motion is not welcome, and where the browser has no view transitions', async () => {
  const go = await open('/one');
  calm = true;
  await go('/two');
  expect(shown()).toBe('/two');
  calm = false;
  expect(begun).toHaveLength(0);
  Reflect.deleteProperty(document, 'startViewTransition');
  await go('/three');
  expect(shown()).toBe('/three');
});

test.each([
  [
    'in a hidden window',
    () => Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
  ],
  ['below a dialog', () => document.body.append(Object.assign(document.createElement('p'), { role: 'dialog' }))],
  [
    'below an open picture',
    () => document.body.append(Object.assign(document.createElement('dialog'), { open: true })),
  ],
  ['while a film fills the screen', () => Object.assign(document, { fullscreenElement: document.body })],
  ['while a film plays beside the page', () => Object.assign(document, { pictureInPictureElement: document.body })],
])('a screen comes at once %s', async (_, arrange) => {
  const go = await open('/one');
  arrange();
  await go('/two');
  expect(begun).toHaveLength(0);
  expect(document.body.textContent).toContain('/two');
  for (const over of elements('[role=dialog], dialog')) over.remove();
});

test('what changes until the browser is ready is shown with the screen, the newest only', async () => {
  const go = await open('/one');
  effects = [];
  await go('/two');
  await go('/three?page=2');
  expect(begun).toHaveLength(1);
  await draw();
  expect(shown()).toBe('/three?page=2');
  expect(effects).toEqual(['/three']);
});

test('a screen asked for during a fade begins another, which ends the first', async () => {
  const go = await open('/one');
  await go('/two');
  await draw();
  await go('/three');
  expect(begun[0]?.skipTransition).toHaveBeenCalled();
  // The end of the first must not take the mark from the second.
  expect([begun.length, dataset.fading]).toEqual([2, 'from']);
  await draw();
  expect([shown(), dataset.fading]).toEqual(['/three', 'to']);
  await end();
  expect(dataset.fading).toBeUndefined();
});

test.each(['/asks', '/other-frame', '/bare'])(
  'a screen with a dialog or in another frame (%s) is not faded in',
  async (to) => {
    const go = await open('/one');
    await go(to);
    await draw();
    expect(begun[0]?.skipTransition).toHaveBeenCalledOnce();
    await settled();
    expect(dataset.fading).toBeUndefined();
  },
);

test.each(['pointerdown', 'keydown'])('a fade is over at the next %s', async (input) => {
  const go = await open('/one');
  await go('/two');
  document.dispatchEvent(new Event(input));
  expect(begun[0]?.skipTransition).not.toHaveBeenCalled();
  await draw();
  document.body.dispatchEvent(new Event(input, { bubbles: true }));
  await settled();
  document.body.dispatchEvent(new Event(input, { bubbles: true }));
  expect(begun[0]?.skipTransition).toHaveBeenCalledOnce();
});

test('the old content is clipped to where the new one is', async () => {
  const go = await open('/one');
  const boxes = [new DOMRect(0, -300, 100, 900), new DOMRect(0, 64, 100, 400)];
  vi.spyOn(screen.getByRole('main'), 'getBoundingClientRect').mockImplementation(() => boxes.shift() ?? new DOMRect());
  await go('/two');
  await draw();
  expect(style.getPropertyValue('--screen-clip')).toBe('364px 0 136px');
});

test('a transition that the browser gives up leaves nothing behind', async () => {
  const go = await open('/one');
  await go('/two');
  await draw();
  begun[0]?.fail();
  await settled();
  expect(shown()).toBe('/two');
  expect(dataset.fading).toBeUndefined();
});
