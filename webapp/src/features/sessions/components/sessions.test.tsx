import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { PersonSession } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { LearnerSessions } from './learner-sessions';
import { OwnSessions } from './own-sessions';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36';

const session = (_id: string, change: Partial<PersonSession> = {}): PersonSession => ({
  _id,
  createdAt: '2026-11-20T08:00:00.000Z',
  endedAt: null,
  reason: null,
  peer: '192.0.2.7',
  device: CHROME,
  current: false,
  recentUntil: '2026-11-20T08:15:00.000Z',
  ...change,
});

const ended = session('s0', { endedAt: '2026-11-20T09:00:00.000Z', reason: 'signed_in_elsewhere', device: 'curl/8' });
const answer = (path: string, result: PersonSession[]) =>
  server.use(http.post(path, () => HttpResponse.json({ message: 'ok', result })));

test.each(['en', 'ar'] as const)('says where from, with what, and why an ended one ended (%s)', async (locale) => {
  answer('*/api/user/fetch-sessions', [ended, session('s1', { current: true })]);
  renderApp(<OwnSessions as="learner" onSignOutHere={vi.fn()} />, { locale });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(
    locale === 'en' ? /Chrome on Windows.*This device.*192\.0\.2\.7/ : /Chrome على Windows.*هذا الجهاز/,
  );
  expect(second).toHaveTextContent(
    locale === 'en' ? /Unknown device.*Signed in on another device/ : /سُجّل الدخول من جهاز آخر/,
  );
  // What is seen comes first in the name, then whose session it is.
  const name = locale === 'en' ? 'Sign out: Chrome on Windows' : 'تسجيل الخروج: Chrome على Windows';
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([name]);
  expect(await axeProblems()).toEqual([]);
});

test('signing this device out is left to its logout; another is ended on the server', async () => {
  const sent: unknown[] = [];
  answer('*/api/cm/auth/fetch-sessions', [session('s1', { current: true }), session('s2')]);
  server.use(
    http.put('*/api/cm/auth/end-session', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  const leave = vi.fn();
  const { user } = renderApp(<OwnSessions as="manager" onSignOutHere={leave} />);
  const [here, other] = await screen.findAllByRole('button', { name: 'Sign out: Chrome on Windows' });
  if (!here || !other) throw new Error('two sessions live');
  answer('*/api/cm/auth/fetch-sessions', [session('s1', { current: true }), { ...ended, _id: 's2', reason: 'logout' }]);
  await user.click(other);
  expect(await screen.findByText('Signed out')).toBeInTheDocument();
  expect(sent).toEqual([{ sessionId: 's2' }]);
  expect(leave).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Sign out: Chrome on Windows' }));
  expect(leave).toHaveBeenCalled();
});

test('a manager signs a learner out; a refusal stands beside the list', async () => {
  answer('*/api/cm/user/fetch-sessions', [session('s1')]);
  server.use(
    http.put('*/api/cm/user/sign-out', () => HttpResponse.json({ message: 'x', code: 'unavailable' }, { status: 503 })),
  );
  const { user } = renderApp(<LearnerSessions clientId="l1" />);
  await user.click(await screen.findByRole('button', { name: 'Sign out: Chrome on Windows' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('not available right now');
  expect(within(screen.getByRole('list')).getByText('Active now')).toBeInTheDocument();
});

test('a learner who was signed out is shown so everywhere: as offline, and in the activity', async () => {
  answer('*/api/cm/user/fetch-sessions', [session('s1')]);
  server.use(http.put('*/api/cm/user/sign-out', () => HttpResponse.json({ message: 'ok' })));
  const keys = [queryKeys.users.detail('l1'), queryKeys.audit.list({ subjectId: 'l1' })];
  for (const key of keys) queryClient.setQueryData(key, {});
  const { user } = renderApp(<LearnerSessions clientId="l1" />);
  await user.click(await screen.findByRole('button', { name: 'Sign out: Chrome on Windows' }));
  await waitFor(() => expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]));
});

test('an empty list says so, and a failed one offers another try', async () => {
  answer('*/api/cm/user/fetch-sessions', []);
  const { unmount } = renderApp(<LearnerSessions clientId="l1" />);
  expect(await screen.findByText(/^The sessions of this learner/)).toBeInTheDocument();
  unmount();
  server.use(
    http.post('*/api/cm/user/fetch-sessions', () =>
      HttpResponse.json({ message: 'x', code: 'internal' }, { status: 500 }),
    ),
  );
  const { user } = renderApp(<LearnerSessions clientId="l2" />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading data. Please wait.');
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer('*/api/cm/user/fetch-sessions', [session('s1')]);
  await user.click(again);
  expect(await screen.findByText('192.0.2.7')).toBeInTheDocument();
});
