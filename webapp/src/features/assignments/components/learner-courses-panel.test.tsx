import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { toasts } from '@/lib/toast';
import { academyInNewZealand, namedZones, ZONE_LINE } from '@/testing/academy-zone';
import { axeProblems } from '@/testing/axe';
import { pickDate } from '@/testing/pick-date';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { LearnerCoursesPanel } from './learner-courses-panel';

const part = (_id: string, title: string) => ({ _id, title, description: '', duration: 100, video: null });
const course = (id: string, title: string, parts: unknown[] = []) => ({
  _id: id,
  id,
  title,
  description: '',
  image: null,
  parts,
  createdAt: '',
  updatedAt: '',
});
const python = {
  _id: 'a1',
  courseId: 'c1',
  clientId: 'l1',
  userId: 'l1',
  startDate: '2026-01-01T00:00:00.000Z',
  expiryDate: '2026-06-30T20:59:59.999Z',
  state: 'active',
  course: course('c1', 'Python', [part('p1', 'Loops'), part('p2', 'Lists')]),
  progress: {
    percent: 45,
    lastPartId: 'p1',
    completePercent: 90,
    parts: [
      {
        partId: 'p1',
        position: 0,
        watchedSeconds: 90,
        duration: 100,
        percent: 90,
        completed: true,
        updatedAt: '2026-02-01T08:00:00.000Z',
      },
    ],
  },
};

test('assigns the chosen courses with their dates and shows the answer', async () => {
  const sent: unknown[] = [];
  const lists = () =>
    HttpResponse.json(
      sent.length > 0
        ? { message: 'ok', userCourses: [python], unselectedCourses: [course('c2', 'Law')] }
        : { message: 'ok', userCourses: [], unselectedCourses: [course('c1', 'Python'), course('c2', 'Law')] },
    );
  server.use(
    http.post('*/api/cm/user-course/fetch-user-courses', lists),
    http.post('*/api/cm/user-course/assign-to-user', async ({ request }) => {
      sent.push(await request.json());
      return lists();
    }),
  );
  const { user } = renderApp(<LearnerCoursesPanel clientId="l1" />);
  await user.click(await screen.findByRole('checkbox', { name: 'Python' }));
  for (const [label, date] of [
    ['Start date', '2026-01-01'],
    ['Expiry date', '2026-06-30'],
  ] as const) {
    await pickDate(user, screen.getByRole('group', { name: label }), date);
  }
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  expect(await screen.findByRole('row', { name: /Python/ })).toHaveTextContent('Open');
  expect(sent).toEqual([{ clientId: 'l1', coursesIds: ['c1'], startDate: '2026-01-01', expiryDate: '2026-06-30' }]);
});

test('an expiry before the start is refused before it is sent', async () => {
  server.use(
    http.post('*/api/cm/user-course/fetch-user-courses', () =>
      HttpResponse.json({ message: 'ok', userCourses: [], unselectedCourses: [course('c1', 'Python')] }),
    ),
  );
  const { user } = renderApp(<LearnerCoursesPanel clientId="l1" />);
  await user.click(await screen.findByRole('checkbox', { name: 'Python' }));
  await pickDate(user, screen.getByRole('group', { name: 'Expiry date' }), '2020-01-01');
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  expect(screen.getByText('The expiry date must not be before the start date.')).toBeInTheDocument();
});

/** The learner has the course `Python`. */
function withPython() {
  const removed: unknown[] = [];
  server.use(
    http.post('*/api/cm/user-course/fetch-user-courses', () =>
      HttpResponse.json({ message: 'ok', userCourses: removed.length ? [] : [python], unselectedCourses: [] }),
    ),
    http.put('*/api/cm/user-course/remove-user-course', async ({ request }) => {
      removed.push(await request.json());
      return HttpResponse.json({ message: 'ok', unselectedCourses: [] });
    }),
  );
  const { user } = renderApp(<LearnerCoursesPanel clientId="l1" />);
  const choose = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions: Python' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };
  return { user, choose, removed };
}

test('how far the learner is stands beside each course, and part by part', async () => {
  const { choose } = withPython();
  expect(await screen.findByRole('progressbar', { name: 'Progress: Python' })).toHaveAttribute('aria-valuenow', '45');
  await choose('Progress by lesson');
  const parts = within(screen.getByRole('dialog', { name: 'Progress by lesson' }));
  expect(parts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Watched 1:30 of 1:40'),
    expect.stringContaining('Not watched yet'),
  ]);
  expect(parts.getByText(/once 90% has been watched/)).toBeInTheDocument();
  expect(await axeProblems()).toEqual([]);
});

test('another date is sent for the assignment, and what stays keeps its moment', async () => {
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/cm/user-course/update-expdate', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'ok', result: python });
    }),
  );
  const { user, choose } = withPython();
  await choose('Change dates');
  await pickDate(user, screen.getByRole('group', { name: 'Expiry date' }), '2026-12-31');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([{ courseId: 'a1', startDate: python.startDate, expiryDate: '2026-12-31' }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a course that is taken away leaves at once, comes back by undo, and is removed for good afterwards', async () => {
  const { choose, removed } = withPython();
  await choose('Remove course');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Python/ })).not.toBeInTheDocument());
  act(() => toasts.get().at(-1)?.action?.onAction());
  expect(await screen.findByRole('row', { name: /Python/ })).toBeInTheDocument();
  expect(removed).toEqual([]);

  await choose('Remove course');
  act(() => toasts.get().at(-1)?.onRemoved?.());
  await waitFor(() => expect(removed).toEqual([{ courseId: 'c1', clientId: 'l1' }]));
  expect(screen.queryByRole('row', { name: /Python/ })).not.toBeInTheDocument();
});

test('the zone of the dates in the table is named once', async () => {
  academyInNewZealand();
  withPython();
  await screen.findByRole('row', { name: /Python/ });
  expect(namedZones()).toEqual(ZONE_LINE);
});
