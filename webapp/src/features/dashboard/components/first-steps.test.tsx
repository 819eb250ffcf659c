import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { queryClient } from '@/lib/query-client';
import { managerRole } from '@/lib/role';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { FirstSteps } from './first-steps';

const list = (count: number) => () =>
  HttpResponse.json({ message: 'ok', result: Array.from({ length: count }, (_, _id) => ({ _id })) });

let asked: string[];
function academy({ published = false, courses = 0, learners = 0, mails = 0, backup = 'backup_none' } = {}) {
  const site = { publishedAt: published ? '2026-11-25T20:00:00.000Z' : null };
  server.use(
    http.post('*/api/cm/site/fetch', ({ request }) => {
      asked.push(request.url);
      return HttpResponse.json({ message: 'ok', result: site });
    }),
    http.post('*/api/cm/course/fetch-courses', list(courses)),
    http.put('*/api/cm/user/fetch-users', list(learners)),
    http.post('*/api/cm/mail/fetch-mails', list(mails)),
    http.post('*/api/cm/health/fetch', () =>
      HttpResponse.json({ message: 'ok', result: [{ name: 'backup', code: backup, state: 'ok' }] }),
    ),
  );
}

beforeEach(() => {
  asked = [];
  queryClient.clear();
  localStorage.clear();
  managerRole.set('owner');
});

test.each(['en', 'ar'] as const)('an owner sees what is done and what is not (%s)', async (locale) => {
  academy({ published: true, courses: 1 });
  renderApp(<FirstSteps />, { locale });
  await screen.findAllByRole('listitem');
  // Learner, mail and backup are links to where they are done; below them is the guide.
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/users/list',
    '/admin/site',
    '/admin/health',
    `/docs/guide/${locale}/first-day`,
  ]);
  expect(await axeProblems()).toEqual([]);
});

test('it is gone when all is done', async () => {
  academy({ published: true, courses: 1, learners: 1, mails: 1, backup: 'backup_good' });
  renderApp(<FirstSteps />);
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('it is gone for good when it was dismissed', async () => {
  academy();
  const { user, unmount } = renderApp(<FirstSteps />);
  await user.click(await screen.findByRole('button', { name: 'Hide the first steps' }));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  unmount();
  queryClient.clear();
  renderApp(<FirstSteps />);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

test('only owners see it, who alone can do all of it', () => {
  academy();
  managerRole.set('manager');
  renderApp(<FirstSteps />);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});
