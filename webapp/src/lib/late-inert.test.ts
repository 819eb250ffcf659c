import { inertAfterPaint } from './late-inert';

function pageOf() {
  const page = document.body.appendChild(document.createElement('div'));
  return { page, end: inertAfterPaint(page) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

test('a page becomes inert after the next frame, and says so at once', () => {
  const { page } = pageOf();
  page.inert = true;
  expect(page.inert).toBe(true);
  vi.advanceTimersToNextFrame();
  expect(page).not.toHaveAttribute('inert');
  vi.runAllTimers();
  expect(page).toHaveAttribute('inert');
});

test('a page is usable again at once', () => {
  const { page } = pageOf();
  page.inert = true;
  vi.runAllTimers();
  page.inert = false;
  expect(page).not.toHaveAttribute('inert');
  expect(page.inert).toBe(false);
});

test('a page below what closed before its frame stays usable', () => {
  const { page } = pageOf();
  page.inert = true;
  page.inert = false;
  vi.runAllTimers();
  expect(page).not.toHaveAttribute('inert');
  page.inert = true;
  vi.advanceTimersToNextFrame();
  page.inert = false;
  vi.runAllTimers();
  expect(page).not.toHaveAttribute('inert');
});

test('nothing is left on a page when this has ended', () => {
  const { page, end } = pageOf();
  end();
  expect(Object.hasOwn(page, 'inert')).toBe(false);
});
