import { atMost } from './at-most';

afterEach(() => vi.useRealTimers());

test('waits for what is done or fails in time, and no longer than allowed for anything else', async () => {
  await atMost(60_000, Promise.resolve());
  await atMost(60_000, Promise.reject(new Error('refused')));
  vi.useFakeTimers();
  const over = vi.fn();
  const waiting = atMost(2000, new Promise(() => undefined)).then(over);
  await vi.advanceTimersByTimeAsync(1999);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(over).toHaveBeenCalled();
});
