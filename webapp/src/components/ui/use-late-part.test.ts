import { renderHook, waitFor } from '@testing-library/react';
import { useLatePart } from './use-late-part';

test('a part that cannot be loaded is done without, and loaded with the next occasion', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue('part');
  const { result, rerender } = renderHook(({ occasion }) => useLatePart(load, occasion), {
    initialProps: { occasion: null as object | null },
  });
  expect(load).not.toHaveBeenCalled();
  rerender({ occasion: {} });
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  expect(result.current).toBeNull();
  rerender({ occasion: {} });
  await waitFor(() => expect(result.current).toBe('part'));
  rerender({ occasion: {} });
  expect(load).toHaveBeenCalledTimes(2);
});
