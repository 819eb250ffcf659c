import { painted } from './painted';

afterEach(() => vi.useRealTimers());

test('waits for two pictures, so that the first has been drawn', async () => {
  vi.useFakeTimers();
  const done = vi.fn();
  void painted().then(done);
  vi.advanceTimersToNextFrame();
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(40);
  expect(done).toHaveBeenCalledOnce();
});

test('a window that draws nothing goes on all the same', async () => {
  vi.useFakeTimers();
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  const done = vi.fn();
  void painted().then(done);
  await vi.advanceTimersByTimeAsync(499);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});
