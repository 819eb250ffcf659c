import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const scrollTo = vi.fn();

beforeEach(() => {
  vi.resetModules();
  window.dataLayer = [];
  scrollTo.mockClear();
  window.scrollTo = scrollTo;
});
afterEach(() => delete window.dataLayer);

const views = () => window.dataLayer?.map((view) => (view as { page_path: string }).page_path);

async function open(path: string) {
  const { Root } = await import('./root');
  const router = createMemoryRouter([{ element: <Root />, children: [{ path: '*', element: <p>Screen</p> }] }], {
    initialEntries: [path],
  });
  render(<RouterProvider router={router} />);
  await screen.findByText('Screen');
  return (to: string | number, replace = false) =>
    act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to, { replace })));
}

test('the first screen is counted once, also if the server’s page has counted itself', async () => {
  const { trackPageView } = await import('@/lib/page-view');
  trackPageView('/about');
  await open('/about');
  expect(views()).toEqual(['/about']);
});

test('without a page of the server’s the first screen counts itself', async () => {
  await open('/admin/users/list');
  expect(views()).toEqual(['/admin/users/list']);
});

test('a step to another query is a page view, and so is the way back; a query that replaces itself is none', async () => {
  const go = await open('/list');
  await go('/list?page=2');
  await go('/list?page=2&q=a', true);
  await go('/list?page=2&q=ab', true);
  await go('/list?page=2&q=ab#main');
  await go('/other', true);
  await go(-1);
  expect(views()).toEqual(['/list', '/list', '/other', '/list']);
});

test('another screen begins at its top, another query stays where it is', async () => {
  const go = await open('/list');
  await go('/list?page=2');
  expect(scrollTo).not.toHaveBeenCalled();
  await go('/other');
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
});
