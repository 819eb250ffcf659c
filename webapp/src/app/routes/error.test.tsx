import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { AGAIN_MS } from '@/lib/use-when-back';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { Component as ErrorPage } from './error';

let answers = true;
beforeEach(() => {
  answers = true;
  server.use(http.get('*/livez', () => (answers ? new HttpResponse('ok') : HttpResponse.error())));
});

test('the screen that could not be loaded is loaded again when the network is back, without a press', async () => {
  const onRetry = vi.fn();
  renderApp(<ErrorPage onRetry={onRetry} />);
  await screen.findByRole('heading', { name: 'Something went wrong' });
  act(() => void window.dispatchEvent(new Event('online')));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('without a network it says so, and that nobody needs to press anything', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderApp(<ErrorPage />);
  expect(await screen.findByText(/^You are offline\. The page opens by itself/)).toBeInTheDocument();
});

test('a screen that throws is not tried again without a reason', async () => {
  const onRetry = vi.fn();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderApp(<ErrorPage onRetry={onRetry} />);
  await screen.findByRole('heading', { name: 'Something went wrong' });
  act(() => void vi.advanceTimersByTime(3 * AGAIN_MS));
  expect(onRetry).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test('a screen that threw while the academy was away is loaded again when the academy is back', async () => {
  answers = false;
  const onRetry = vi.fn();
  const asked = vi.spyOn(window, 'fetch');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderApp(<ErrorPage onRetry={onRetry} />);
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  await expect(asked.mock.results[0]?.value).rejects.toThrow();
  act(() => void vi.advanceTimersByTime(AGAIN_MS));
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  await expect(asked.mock.results[1]?.value).rejects.toThrow();
  expect(onRetry).not.toHaveBeenCalled();
  answers = true;
  act(() => void vi.advanceTimersByTime(2 * AGAIN_MS));
  await waitFor(() => expect(onRetry).toHaveBeenCalledOnce());
  vi.useRealTimers();
});

test('a screen that could not be loaded is tried again now and then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { router } = renderApp(<ErrorPage />, { path: '/error', routes: [{ path: '/', element: <p>Home</p> }] });
  await screen.findByRole('heading', { name: 'Something went wrong' });
  act(() => void vi.advanceTimersByTime(AGAIN_MS));
  vi.useRealTimers();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('without the failed screen it leads to the one that was asked for', async () => {
  const { router, user } = renderApp(<ErrorPage />, { path: '/error', routes: [{ path: '/', element: <p>Home</p> }] });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});
