import { waitFor } from '@testing-library/react';
import { elements } from '@/testing/dom';
import { keepWatermark } from './watermark';

let host: HTMLElement;
let stop: () => void;
const marks = () => elements('[aria-hidden]', host);

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  stop = keepWatermark(host, 'Sara');
});
afterEach(() => {
  stop();
  host.remove();
});

test('stands there for eyes only and lets clicks through', () => {
  expect(marks()).toHaveLength(1);
  expect(marks()[0]).toHaveTextContent('Sara');
  expect(marks()[0]?.style.pointerEvents).toBe('none');
});

test.each<[string, (mark: HTMLElement) => void]>([
  ['taken away', (mark) => mark.remove()],
  ['hidden', (mark) => mark.style.setProperty('display', 'none', 'important')],
  ['renamed', (mark) => (mark.textContent = 'Somebody')],
  ['emptied', (mark) => (mark.innerHTML = '')],
  ['dressed otherwise', (mark) => (mark.className = 'hidden')],
])('comes back when it is %s', async (_, spoil) => {
  const [mark] = marks();
  if (!mark) throw new Error('no mark');
  spoil(mark);
  await waitFor(() => {
    expect(marks()).toHaveLength(1);
    expect(marks()[0]).not.toBe(mark);
  });
  expect(marks()[0]).toHaveTextContent('Sara');
  expect(marks()[0]?.style.display).toBe('block');
});

test('wanders, and goes with the player', () => {
  vi.useFakeTimers();
  stop();
  stop = keepWatermark(host, 'Sara');
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.advanceTimersByTime(8000);
  const [mark] = marks();
  expect(mark?.style.getPropertyValue('inset-inline-start')).toBe('5%');
  stop();
  expect(marks()).toEqual([]);
  vi.useRealTimers();
});
