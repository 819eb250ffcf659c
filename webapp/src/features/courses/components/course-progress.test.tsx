import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { onTestFinished } from 'vitest';
import { theme } from '@/lib/preferences';
import { academyInNewZealand, namedZones, ZONE_LINE } from '@/testing/academy-zone';
import { around } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { CourseProgress } from './course-progress';

const part = (index: number) => ({
  partId: `p${index}`,
  title: `Part ${index}`,
  duration: 200,
  viewers: index,
  completed: Math.floor(index / 2),
  stopped: Array.from({ length: 20 }, (_, stretch) => (stretch === 5 ? index : 0)),
  watched: Array.from({ length: 20 }, () => index),
});

test('tells how a course goes in figures, over time and by lesson, each as a table too', async () => {
  server.use(
    http.post('*/api/cm/user-course/fetch-statistics', () =>
      HttpResponse.json({
        message: 'ok',
        result: {
          learners: { assigned: 40, upcoming: 1, active: 30, expired: 9, started: 20, completed: 10 },
          completions: [
            { day: '2026-11-20', completed: 4 },
            { day: '2026-11-21', completed: 6 },
          ],
          parts: Array.from({ length: 22 }, (_, index) => part(index)),
        },
      }),
    ),
  );
  const { user } = renderApp(<CourseProgress courseId="c1" />);
  const figures = await screen.findByText('Completed', { selector: 'dt' });
  expect(around(figures)).toHaveTextContent('1025%');
  const days = screen.getByRole('table', { name: 'Completions in the last 90 days', hidden: true });
  expect(within(days).getAllByRole('row', { hidden: true }).at(-1)).toHaveTextContent('21 Nov106');
  // Many lessons come by pages, and sort by any figure.
  const table = screen.getByRole('grid', { name: 'Lessons' });
  expect(within(table).getAllByRole('row')).toHaveLength(21);
  await user.click(within(table).getByRole('columnheader', { name: 'Viewers' }));
  await user.click(within(table).getByRole('columnheader', { name: 'Viewers' }));
  expect(within(table).getAllByRole('row')[1]).toHaveTextContent(/Part 21.*0:50/);
  await user.click(screen.getByRole('button', { name: 'Where viewers stop: Part 21' }));
  expect(await screen.findByRole('figure', { name: 'Where viewers stop: Part 21' })).toBeInTheDocument();
});

test('says what failed, and asks again', async () => {
  server.use(
    http.post('*/api/cm/user-course/fetch-statistics', () =>
      HttpResponse.json({ message: 'gone', code: 'course_not_found' }, { status: 404 }),
    ),
  );
  renderApp(<CourseProgress courseId="c1" />);
  expect(await screen.findByRole('alert')).toHaveTextContent('This course no longer exists.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test('the days of completions are in both calendars for who chose the Hijri one, and their zone is named', async () => {
  academyInNewZealand();
  act(() => theme.set({ ...theme.get(), calendar: 'islamic-umalqura' }));
  onTestFinished(() => act(() => theme.set({ ...theme.get(), calendar: 'gregory' })));
  server.use(
    http.post('*/api/cm/user-course/fetch-statistics', () =>
      HttpResponse.json({
        message: 'ok',
        result: {
          learners: { assigned: 1, upcoming: 0, active: 1, expired: 0, started: 1, completed: 1 },
          completions: [{ day: '2026-12-01', completed: 1 }],
          parts: [],
        },
      }),
    ),
  );
  renderApp(<CourseProgress courseId="c1" />);
  const days = await screen.findByRole('table', { name: 'Completions in the last 90 days', hidden: true });
  expect(within(days).getByRole('rowheader', { hidden: true })).toHaveTextContent('21 Jum. II1 Dec');
  expect(namedZones()).toEqual(ZONE_LINE);
});
