import { act, renderHook } from '@testing-library/react';
import { useDebounced } from './use-debounced';

afterEach(() => vi.useRealTimers());

test('gives a value once it has rested, and an empty one at once', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ value }) => useDebounced(value, 100), { initialProps: { value: '' } });
  rerender({ value: 's' });
  act(() => void vi.advanceTimersByTime(99));
  rerender({ value: 'sa' });
  act(() => void vi.advanceTimersByTime(99));
  expect(result.current).toBe('');
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe('sa');
  rerender({ value: '' });
  expect(result.current).toBe('');
});
