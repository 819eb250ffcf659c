import { createMemoryRouter } from 'react-router';
import { firstScreen } from './first-screen';

afterEach(() => vi.useRealTimers());

test('a screen whose files do not come is asked for again', async () => {
  vi.useFakeTimers();
  const lazy = vi
    .fn<() => Promise<{ Component: () => null }>>()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue({ Component: () => null });
  const router = createMemoryRouter([{ path: '/', lazy }]);
  const ready = firstScreen(router);
  await vi.advanceTimersByTimeAsync(3000);
  await ready;
  expect(lazy).toHaveBeenCalledTimes(2);
  expect(router.state.errors).toBeNull();
});

test('what the server says is not there is not asked for again', async () => {
  const loader = vi.fn(() => {
    throw new Response(null, { status: 404 });
  });
  const router = createMemoryRouter([{ path: '/', loader }]);
  await firstScreen(router);
  expect(loader).toHaveBeenCalledTimes(1);
});
