import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { axeProblems } from '@/testing/axe';
import { academyZone } from '@/lib/site-settings';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { MyCourses } from './my-courses';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR + 30_000).toISOString();

const assignment = (state: string, from: number, to: number, percent = 0) => ({
  _id: `a-${state}`,
  courseId: state,
  clientId: 'l1',
  userId: 'l1',
  startDate: at(from),
  expiryDate: at(to),
  state,
  course: {
    _id: state,
    id: state,
    title: `Course ${state}`,
    description: '',
    image: null,
    parts: [],
    createdAt: '',
    updatedAt: '',
  },
  progress: { percent, parts: [], lastPartId: null },
});

const answer = (...result: object[]) =>
  server.use(http.post('*/api/user-course/fetch-courses', () => HttpResponse.json({ message: 'ok', result })));

test('shows courses in every state with their countdown; only an open one can be entered', async () => {
  answer(assignment('expired', -50, -2), assignment('upcoming', 3, 50), assignment('active', -24, 50, 40));
  renderApp(<MyCourses />);
  const [active, upcoming, expired] = await screen.findAllByRole('article');
  if (!active || !upcoming || !expired) throw new Error('three cards');
  expect(active).toHaveTextContent(/Open until.*2 days, 2 hours left/);
  expect(within(active).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  expect(within(active).getByRole('link')).toHaveAttribute('href', '/client/courses/course/active');
  expect(upcoming).toHaveTextContent(/Not started yet.*Starts on.*Opens in 3 hours/);
  expect(expired).toHaveTextContent(/Expired.*Ended on/);
  for (const card of [upcoming, expired]) expect(within(card).queryByRole('link')).not.toBeInTheDocument();
  expect(within(expired).queryByRole('timer')).not.toBeInTheDocument();
  expect(await axeProblems()).toEqual([]);
});

test('a course’s day is the academy’s, and its zone is named to whoever lives by another clock', async () => {
  act(() => academyZone.set('Pacific/Auckland'));
  answer({ ...assignment('upcoming', 0, 0), startDate: '2099-11-30T11:00:00.000Z' });
  renderApp(<MyCourses />);
  expect(await screen.findByRole('article')).toHaveTextContent('Starts on 1 December 2099 (New Zealand Time)');
  act(() => academyZone.set('Asia/Riyadh'));
});

test('a course that opens while the page stands there becomes playable', async () => {
  const soon = { ...assignment('upcoming', 0, 50), startDate: new Date(Date.now() + 5000).toISOString() };
  answer(soon);
  renderApp(<MyCourses />);
  expect(await screen.findByText(/Opens in/)).toBeInTheDocument();
  answer({ ...soon, state: 'active' });
  expect(await screen.findByRole('link', { name: /Start watching/ })).toBeInTheDocument();
});

test('without a course it says so', async () => {
  answer();
  renderApp(<MyCourses />);
  expect(await screen.findByText(/^Courses appear here as soon as/)).toBeInTheDocument();
  expect(screen.queryByText('No data found.')).not.toBeInTheDocument();
});
