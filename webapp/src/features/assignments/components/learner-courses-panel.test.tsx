import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { pickDate } from '@/testing/pick-date';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { LearnerCoursesPanel } from './learner-courses-panel';

const course = (id: string, title: string) => ({
  _id: id,
  id,
  title,
  description: '',
  image: null,
  parts: [],
  createdAt: '',
  updatedAt: '',
});

test('assigns the chosen courses with their dates and shows the answer', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/cm/user-course/fetch-user-courses', () =>
      HttpResponse.json({
        message: 'ok',
        userCourses: [],
        unselectedCourses: [course('c1', 'Python'), course('c2', 'Law')],
      }),
    ),
    http.post('*/api/cm/user-course/assign-to-user', async ({ request }) => {
      sent.push(await request.json());
      const assignment = {
        _id: 'a1',
        courseId: 'c1',
        clientId: 'l1',
        userId: 'l1',
        startDate: '2026-01-01T00:00:00.000Z',
        expiryDate: '2026-06-30T20:59:59.999Z',
        state: 'active',
        course: course('c1', 'Python'),
      };
      return HttpResponse.json({ message: 'ok', userCourses: [assignment], unselectedCourses: [course('c2', 'Law')] });
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
