import { retryUntilDone } from './retry';

afterEach(() => vi.useRealTimers());

test('what fails is done again after a moment, and at once when the network is back', async () => {
  vi.useFakeTimers();
  const work = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue(undefined);
  const done = retryUntilDone(work);
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3000);
  expect(work).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event('online'));
  await done;
  expect(work).toHaveBeenCalledTimes(3);
});
