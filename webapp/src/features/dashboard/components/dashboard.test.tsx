import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { listOfOnline, onlineUsers } from '@/lib/online-users';
import { queryClient } from '@/lib/query-client';
import { academyInNewZealand, namedZones, ZONE_LINE } from '@/testing/academy-zone';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { DashboardPage } from './dashboard-page';

// jsdom has no sizes to draw into; the tables tell the same.
vi.mock('@/components/ui/chart-canvas', () => ({ default: () => null }));

const figures = (hours: number) => ({
  activeLearners: 1234,
  activeToday: 7,
  expiringSoon: 12,
  assignments: { assigned: 6, upcoming: 1, active: 2, expired: 3 },
  watched: [
    { day: '2026-11-19', hours: 0, learners: 0 },
    { day: '2026-11-20', hours, learners: hours ? 4 : 0 },
  ],
});
const upload = (change: object) => ({
  _id: 'a1',
  filename: 'lesson.mp4',
  status: 'processing',
  progress: 40,
  error: null,
  size: 10,
  partId: '',
  partTitle: '',
  courseId: '',
  courseTitle: '',
  ...change,
});

function answer(hours = 2.53, uploads: object[] = []) {
  const ok = (result: unknown) => () => HttpResponse.json({ message: 'ok', result });
  server.use(
    http.post('*/api/cm/dashboard/fetch-figures', ok(figures(hours))),
    http.post('*/api/cm/media/fetch-uploads', ok(uploads)),
    http.put('*/api/cm/user/fetch-users', ok([{ _id: 'l1', fullname: 'سارة', email: 's@example.com' }])),
  );
}

test.each(['en', 'ar'] as const)('tells its figures, and each chart’s as a table (%s)', async (locale) => {
  answer();
  renderApp(<DashboardPage />, { locale });
  const text = locale === 'en' ? ['Active learners', '1,234', 'Hours watched per day'] : ['المتعلّمون النشطون'];
  await screen.findByText('1,234');
  for (const one of text) expect(document.body).toHaveTextContent(one);
  const [hours, learners, states] = screen.getAllByRole('table', { hidden: true });
  expect(hours).toHaveTextContent('2.5');
  expect(learners).toHaveTextContent('4');
  expect(within(states as HTMLElement).getAllByRole('row', { hidden: true })).toHaveLength(4);
  expect(await axeProblems()).toEqual([]);
});

test('hours of less than one are not rounded to none', async () => {
  answer(0.0437);
  renderApp(<DashboardPage />);
  await screen.findByText('1,234');
  const [hours] = screen.getAllByRole('table', { hidden: true });
  expect(hours).toHaveTextContent('0.044');
});

test.each([
  [0, 'ولا أحد منهم اليوم'],
  [1, 'منهم واحد اليوم'],
  [2, 'منهم اثنان اليوم'],
  [7, 'منهم 7 اليوم'],
])('Arabic counts who watched today in words up to two (%i)', async (activeToday, text) => {
  answer();
  server.use(
    http.post('*/api/cm/dashboard/fetch-figures', () =>
      HttpResponse.json({ message: 'ok', result: { ...figures(1), activeToday } }),
    ),
  );
  renderApp(<DashboardPage />, { locale: 'ar' });
  expect(await screen.findByText(new RegExp(`شاهدوا في آخر 30 يومًا، ${text}`))).toBeVisible();
});

test('who is online comes from the live connection, and changes with it', async () => {
  answer();
  renderApp(<DashboardPage />);
  const tile = () => screen.getByRole('link', { name: /Online now/ });
  expect(screen.getByText('Waiting for the live connection.')).toBeInTheDocument();
  act(() => onlineUsers.set(listOfOnline(['l1', 'l2'])));
  expect(tile()).toHaveAccessibleName(/Online now ?2 ?learners/);
  expect(await screen.findByRole('link', { name: 'سارة' })).toHaveAttribute('href', '/admin/users/user/l1');
  expect(screen.getByRole('link', { name: '1 more' })).toBeInTheDocument();
  act(() => onlineUsers.set(listOfOnline([])));
  expect(tile()).toHaveAccessibleName(/Online now ?0 ?learners/);
  expect(screen.getByText('Nobody is online right now.')).toBeInTheDocument();
});

test('who has just come is named as soon as the accounts know it too', async () => {
  answer();
  let asked = 0;
  server.use(
    http.put('*/api/cm/user/fetch-users', () =>
      HttpResponse.json({
        message: 'ok',
        result: ++asked === 1 ? [] : [{ _id: 'l1', fullname: 'سارة', email: 's@example.com' }],
      }),
    ),
  );
  renderApp(<DashboardPage />);
  act(() => onlineUsers.set(listOfOnline(['l1'])));
  expect(await screen.findByRole('link', { name: 'سارة' })).toBeInTheDocument();
});

test('beyond a thousand the number comes from the live connection, and names from the list of users', async () => {
  answer();
  renderApp(<DashboardPage />);
  act(() => onlineUsers.set({ total: 1500, ids: null }));
  expect(screen.getByRole('link', { name: /Online now ?1,500 ?learners/ })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'سارة' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '1,499 more' })).toHaveAttribute('href', '/admin/users/list?online=true');
});

test('uploads in work are told with their lesson, failed ones with the reason', async () => {
  answer(1, [
    upload({ partId: 'p1', partTitle: 'Light', courseId: 'c1', courseTitle: 'Film' }),
    upload({ _id: 'a2', filename: 'b.mov', status: 'failed', error: 'not a video' }),
    upload({ _id: 'a3', filename: 'c.mp4', status: 'ready', reason: 'video_unreadable', failedStage: 'ladder' }),
    upload({ _id: 'a4', filename: 'd.mp4', status: 'queued', reason: 'disk_full' }),
  ]);
  renderApp(<DashboardPage />);
  const list = within(await screen.findByRole('region', { name: 'Uploads in progress' }));
  expect(list.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  expect(list.getByRole('link', { name: 'Film' })).toHaveAttribute('href', '/admin/courses/update/c1');
  expect(list.getByText('not a video')).toBeInTheDocument();
  expect(list.getByText(/no space left/)).toBeInTheDocument();
  for (const name of ['c.mp4', 'd.mp4'])
    expect(list.getByRole('button', { name: `Try again: ${name}` })).toBeInTheDocument();
  expect(screen.getByText('2 have failed')).toBeInTheDocument();
});

test('an academy where nothing happened says so instead of drawing it', async () => {
  answer(0);
  renderApp(<DashboardPage />);
  expect(
    await screen.findAllByText(/^Nobody has watched anything in these 30 days\. What learners watch appears here\.$/),
  ).toHaveLength(2);
  expect(screen.getByText('No video is being uploaded or processed.')).toBeInTheDocument();
});

test('what cannot be asked is said, and the rest stays', async () => {
  answer();
  server.use(
    http.post('*/api/cm/dashboard/fetch-figures', () =>
      HttpResponse.json({ message: 'x', code: 'internal' }, { status: 500 }),
    ),
  );
  const { user } = renderApp(<DashboardPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent('system error');
  // Neither a figure that is still awaited, nor a text that knows what nobody has said.
  expect(screen.getAllByText('—')).toHaveLength(2);
  expect(screen.queryByText(/of them today/)).not.toBeInTheDocument();
  expect(await screen.findByText('No video is being uploaded or processed.')).toBeInTheDocument();
  answer();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1,234')).toBeInTheDocument();
});

test('an academy that is away is told once, and one button asks for everything', async () => {
  const away = () => HttpResponse.json({ message: 'x', code: 'unavailable' }, { status: 503 });
  const calls = ['fetch-figures', 'fetch-uploads', 'fetch-users'];
  server.use(...calls.map((name) => http.all(`*/api/cm/*/${name}`, away)));
  act(() => onlineUsers.set(listOfOnline(['l1'])));
  const { user } = renderApp(<DashboardPage />);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByRole('alert')).toHaveTextContent(/not available/);
  answer();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1,234')).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'سارة' })).toBeInTheDocument();
  expect(await screen.findByText('No video is being uploaded or processed.')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('failures for different reasons are told where they belong', async () => {
  answer();
  const fails = (code: string, status: number) => () => HttpResponse.json({ message: 'x', code }, { status });
  server.use(
    http.post('*/api/cm/dashboard/fetch-figures', fails('internal', 500)),
    http.post('*/api/cm/media/fetch-uploads', fails('too_many_requests', 429)),
  );
  renderApp(<DashboardPage />);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});

test('the zone of today and of the days is named once', async () => {
  academyInNewZealand();
  answer();
  renderApp(<DashboardPage />);
  await screen.findByText('1,234');
  expect(namedZones()).toEqual(ZONE_LINE);
});
