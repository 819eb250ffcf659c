import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setSite } from '@/features/site/api/fetch-site';
import { SiteProvider } from '@/features/site/components/site-context';
import { testSite } from '@/features/site/testing';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { Component, loader } from './courses';

const COURSE = { _id: 'c1', title: 'Drawing', description: '', image: null, partsCount: 3, duration: 3900 };

/** The page while the academy is away; gives what brings it back. */
async function openWhileAway() {
  server.use(http.post('*/api/public/fetch-courses', () => HttpResponse.error()));
  const courses = {
    path: '/courses',
    loader,
    element: (
      <SiteProvider>
        <Component />
      </SiteProvider>
    ),
  };
  const { user, router } = renderApp(null, { routes: [courses] });
  await act(() => router.navigate('/courses'));
  await screen.findByRole('alert');
  const back = () =>
    server.use(http.post('*/api/public/fetch-courses', () => HttpResponse.json({ message: 'ok', result: [COURSE] })));
  return { user, back };
}

beforeEach(() => setSite('en', testSite));

test('a list of courses that could not be loaded can be tried again', async () => {
  const { user, back } = await openWhileAway();
  back();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toHaveTextContent('Drawing');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('it is loaded by itself when the network is back', async () => {
  const { back } = await openWhileAway();
  back();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('article')).toHaveTextContent('Drawing');
});
