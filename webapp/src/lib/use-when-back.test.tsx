import { act, renderHook } from '@testing-library/react';
import { AGAIN_MS, useWhenBack } from './use-when-back';

const look = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('each try is later than the one before, until the network was away', () => {
  const retry = vi.fn();
  renderHook(() => useWhenBack(retry, { regularly: true }));
  vi.advanceTimersByTime(AGAIN_MS);
  expect(retry).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(AGAIN_MS);
  expect(retry).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(AGAIN_MS);
  expect(retry).toHaveBeenCalledTimes(2);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(retry).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(2 * AGAIN_MS);
  expect(retry).toHaveBeenCalledTimes(4);
});

test('while nobody looks nothing is tried, and then at once', () => {
  const retry = vi.fn();
  renderHook(() => useWhenBack(retry, { regularly: true }));
  look('hidden');
  vi.advanceTimersByTime(10 * AGAIN_MS);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(retry).not.toHaveBeenCalled();
  look('visible');
  expect(retry).toHaveBeenCalledOnce();
});

test('the network alone is waited for where nothing else can have been away', () => {
  const retry = vi.fn();
  renderHook(() => useWhenBack(retry, { regularly: false }));
  vi.advanceTimersByTime(10 * AGAIN_MS);
  expect(retry).not.toHaveBeenCalled();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(retry).toHaveBeenCalledOnce();
});
