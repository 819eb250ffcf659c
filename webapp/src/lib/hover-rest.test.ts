import { restHoverWhileScrolling } from './hover-rest';

test('the page is marked while something in it scrolls, and for a moment after', () => {
  vi.useFakeTimers();
  restHoverWhileScrolling();
  const { dataset } = document.documentElement;
  const list = document.body.appendChild(document.createElement('div'));
  list.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(100);
  list.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(100);
  expect(dataset.scrolling).toBe('');
  vi.advanceTimersByTime(100);
  expect(dataset.scrolling).toBeUndefined();
  vi.useRealTimers();
});
