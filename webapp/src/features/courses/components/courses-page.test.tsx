import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { managerRole } from '@/lib/role';
import { toasts } from '@/lib/toast';
import { academyInNewZealand, namedZones, ZONE_LINE } from '@/testing/academy-zone';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { CoursesPage } from './courses-page';

const course = (id: string) => ({
  _id: id,
  id,
  title: `Course ${id}`,
  description: '',
  image: null,
  parts: [{ _id: 'p', title: 'One', description: '', duration: 60, video: null }],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

interface Asked {
  search?: string;
  sort: string;
  limit: number;
  cursor?: string;
}

/** Thirty courses, a page at a time. */
function serveCourses() {
  const asked: Asked[] = [];
  server.use(
    http.post('*/api/cm/course/fetch-courses', async ({ request }) => {
      const body = (await request.json()) as Asked;
      asked.push(body);
      const from = Number(body.cursor ?? 0);
      const all = Array.from({ length: 30 }, (_, index) => course(String(index)));
      const found = all.filter(({ title }) => title.includes(body.search ?? ''));
      const next = from + body.limit;
      return HttpResponse.json({
        message: 'ok',
        result: found.slice(from, next),
        nextCursor: next < found.length ? String(next) : null,
        total: found.length,
      });
    }),
  );
  return asked;
}

test('pages go forth and back, and stand in the address', async () => {
  const asked = serveCourses();
  const { user, router } = renderApp(<CoursesPage />);
  expect(await screen.findByText('1–12 of 30')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('13–24 of 30')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('25–30 of 30')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?cursor=24&page=3');
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(await screen.findByText('13–24 of 30')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(await screen.findByText('1–12 of 30')).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
  expect(asked.map(({ cursor }) => cursor)).toContain('24');
});

test('a search begins at the first page, and a shared address shows the same', async () => {
  serveCourses();
  const { user, router } = renderApp(<CoursesPage />, { path: '/?cursor=12&page=2' });
  expect(await screen.findByText('13–24 of 30')).toBeInTheDocument();
  await user.type(screen.getByRole('searchbox'), 'Course 29');
  await waitFor(() => expect(router.state.location.search).toBe('?q=Course+29'));
  expect(await screen.findByText('1–1 of 1')).toBeInTheDocument();
  expect(screen.getByRole('article', { name: 'Course 29' })).toBeInTheDocument();
});

test('as a table it sorts by its heads', async () => {
  const asked = serveCourses();
  const { user, router } = renderApp(<CoursesPage />, { path: '/?view=table' });
  const table = await screen.findByRole('grid', { name: 'Courses' });
  await user.click(within(table).getByRole('columnheader', { name: 'Title' }));
  await waitFor(() => expect(router.state.location.search).toBe('?view=table&sort=title'));
  await waitFor(() => expect(asked.at(-1)?.sort).toBe('title'));
});

test('in a narrow window the table has the columns that leave room for what can be done', async () => {
  const narrow = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => narrow);
  serveCourses();
  renderApp(<CoursesPage />, { path: '/?view=table' });
  const table = within(await screen.findByRole('grid', { name: 'Courses' }));
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Title', 'Lessons', 'Updated', 'Actions']);
  vi.unstubAllGlobals();
});

test.each([
  ['cards', 'en', ['Edit', 'Learners', 'Delete']],
  ['table', 'en', ['Edit', 'Learners', 'Delete']],
  ['cards', 'ar', ['تعديل', 'المتعلّمون', 'حذف']],
] as const)('each action in the %s (%s) says what it shows and then of which course', async (view, locale, actions) => {
  serveCourses();
  renderApp(<CoursesPage />, { locale, path: `/?view=${view}` });
  for (const action of actions) {
    const [first] = await screen.findAllByText(action);
    expect(first).toHaveAccessibleName(`${action}: Course 0`);
  }
});

test('a failure is said beside the list', async () => {
  server.use(
    http.post('*/api/cm/course/fetch-courses', () =>
      HttpResponse.json({ message: 'no', code: 'forbidden' }, { status: 403 }),
    ),
  );
  renderApp(<CoursesPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent('You are not authorized');
});

test('a removal spells out what goes with the course', async () => {
  serveCourses();
  const removed: unknown[] = [];
  server.use(
    http.post('*/api/cm/user-course/fetch-statistics', () =>
      HttpResponse.json({
        message: 'ok',
        result: {
          learners: { assigned: 40, upcoming: 1, active: 30, expired: 9, started: 20, completed: 10 },
          completions: [],
          parts: [],
        },
      }),
    ),
    http.delete('*/api/cm/course/delete-course', async ({ request }) => {
      removed.push(await request.json());
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  const { user } = renderApp(<CoursesPage />);
  const card = await screen.findByRole('article', { name: 'Course 3' });
  await user.click(within(card).getByRole('button', { name: 'Delete: Course 3' }));
  const question = screen.getByRole('alertdialog', { name: 'Delete: Course 3' });
  expect(await within(question).findByText('the assignments of 40 learners')).toBeInTheDocument();
  expect(question).toHaveTextContent('1 lesson with its texts');
  expect(question).toHaveTextContent('the progress of 20 learners who began');
  expect(question).toHaveTextContent('30 learners lose access at once');
  expect(question).toHaveTextContent('All of it can be restored from the bin within 30 days.');
  await user.click(within(question).getByRole('button', { name: 'Delete the course' }));
  await waitFor(() => expect(removed).toEqual([{ courseId: '3' }]));

  const restored: unknown[] = [];
  server.use(
    http.put('*/api/cm/bin/restore', async ({ request }) => {
      restored.push(await request.json());
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  await waitFor(() => expect(toasts.get().at(-1)).toMatchObject({ summary: 'Course 3', action: { label: 'Undo' } }));
  act(() => toasts.get().at(-1)?.action?.onAction());
  await waitFor(() => expect(restored).toEqual([{ _id: '3' }]));
});

test.each(['cards', 'table'])('support sees courses as %s, and changes none', async (view) => {
  managerRole.set('support');
  serveCourses();
  renderApp(<CoursesPage />, { path: `/?view=${view}` });
  expect((await screen.findAllByRole('link', { name: /^Learners/ })).length).toBe(12);
  expect(screen.queryByRole('link', { name: /New course|Edit/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Delete|Remove/ })).not.toBeInTheDocument();
});

test('the zone of the dates in the table is named once', async () => {
  academyInNewZealand();
  serveCourses();
  renderApp(<CoursesPage />, { path: '/?view=table' });
  await screen.findByRole('grid');
  expect(namedZones()).toEqual(ZONE_LINE);
});
