import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { ApiError } from '@/lib/api-error';
import { keepingNext } from '@/lib/next-memory';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { UnlockPanel } from './unlock-panel';

const open = (person: 'learner' | 'manager', fragment = '#token=a-b_c', locale: 'ar' | 'en' = 'en') =>
  renderApp(<UnlockPanel person={person} />, { path: `/unlock?${fragment}`, locale });

/** Answers the call with `status` and keeps the bodies. */
function answer(path: string, status = 200, code?: string): unknown[] {
  const calls: unknown[] = [];
  server.use(
    http.put(path, async ({ request }) => {
      calls.push(await request.json());
      return HttpResponse.json({ message: 'x', code }, { status });
    }),
  );
  return calls;
}

test.each([
  { person: 'learner', path: '*/api/auth/unlock', login: '/client/auth/login' },
  { person: 'manager', path: '*/api/cm/auth/unlock', login: '/admin/auth/login' },
] as const)('opening the page uses no link up; the button does ($person)', async ({ person, path, login }) => {
  const calls = answer(path);
  const { user } = open(person);
  const button = await screen.findByRole('button', { name: 'Let me sign in' });
  expect(calls).toEqual([]);
  await user.click(button);
  expect(await screen.findByText('You can sign in from here now, with your password.')).toBeInTheDocument();
  expect(calls).toEqual([{ token: 'a-b_c' }]);
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', login);
});

test.each([
  { person: 'learner', wanted: '/client/courses/course/c1', login: '/client/auth/login' },
  { person: 'manager', wanted: '/admin/audit', login: '/admin/auth/login' },
] as const)(
  'the sign-in leads on to the screen that was wanted before the pause ($person)',
  async ({ person, wanted, login }) => {
    const paused = new ApiError({ status: 429, code: 'too_many_attempts', message: '' });
    await expect(keepingNext(wanted, () => Promise.reject(paused))).rejects.toBe(paused);
    open(person, '');
    const to = `${login}?next=${encodeURIComponent(wanted)}`;
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', to);
  },
);

test('a link that is no longer valid says so, and leads to the login', async () => {
  answer('*/api/auth/unlock', 422, 'invalid_unlock_link');
  const { user } = open('learner');
  await user.click(await screen.findByRole('button', { name: 'Let me sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid');
  expect(screen.queryByRole('button', { name: 'Let me sign in' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeInTheDocument();
});

test('another failure leaves the button', async () => {
  answer('*/api/auth/unlock', 429, 'too_many_attempts');
  const { user } = open('learner');
  await user.click(await screen.findByRole('button', { name: 'Let me sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
  expect(screen.getByRole('button', { name: 'Let me sign in' })).toBeInTheDocument();
});

test('without a token the link is not complete, and leads on to the sign-in', () => {
  open('learner', '');
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/client/auth/login');
  expect(screen.getByText('This link is incomplete. Please open it again from the e-mail.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('speaks Arabic', async () => {
  open('manager', '#token=x', 'ar');
  expect(await screen.findByRole('button', { name: 'السماح لي بتسجيل الدخول' })).toBeInTheDocument();
});
