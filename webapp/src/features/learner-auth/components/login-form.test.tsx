import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { keptNext } from '@/lib/next-memory';
import { learnerSession } from '@/lib/session';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { LoginForm } from './login-form';

const answer = (status: number, body: object) =>
  server.use(http.post('*/api/auth/login', () => HttpResponse.json(body, { status })));

test('signs in and keeps the documented keys', async () => {
  answer(200, { message: 'ok', clientToken: 't1', result: { clientId: 'c1', fullname: 'Sara' } });
  const done = vi.fn();
  const { user } = renderApp(<LoginForm onSuccess={done} />);
  await user.type(screen.getByLabelText('E-mail'), 'sara@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(localStorage.getItem('clientToken')).toBe('t1');
  expect(JSON.parse(localStorage.getItem('client') ?? '')).toEqual({ clientId: 'c1', fullname: 'Sara' });
  expect(learnerSession.token()).toBe('t1');
});

test('says a refusal in the page’s language, by its code', async () => {
  answer(401, { message: 'You have entered a wrong password', code: 'wrong_password' });
  const { user } = renderApp(<LoginForm onSuccess={vi.fn()} />, { locale: 'ar' });
  await user.type(screen.getByLabelText('البريد الإلكتروني'), 'sara@example.com');
  await user.type(screen.getByLabelText('كلمة المرور'), 'wrong12');
  await user.click(screen.getByRole('button', { name: 'تسجيل الدخول' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('كلمة المرور التي أدخلتها غير صحيحة');
});

test('an unknown code shows the server’s own message', async () => {
  answer(409, { message: 'Something new', code: 'something_new' });
  const { user } = renderApp(<LoginForm onSuccess={vi.fn()} />);
  await user.type(screen.getByLabelText('E-mail'), 'sara@example.com');
  await user.type(screen.getByLabelText('Password'), 'wrong12');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Something new');
});

test('during a pause it points to the mailed link', async () => {
  answer(429, { message: 'x', code: 'too_many_attempts' });
  const done = vi.fn();
  const { user } = renderApp(<LoginForm next="/client/courses/course/c1" onSuccess={done} />);
  await user.type(screen.getByLabelText('E-mail'), 'sara@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('you have an e-mail with a link');
  // Its page leads on to the screen that was wanted, until somebody has signed in.
  expect(keptNext('client')).toBe('/client/courses/course/c1');
  expect(keptNext('admin')).toBeNull();
  answer(200, { message: 'ok', clientToken: 't1', result: { clientId: 'c1', fullname: 'Sara' } });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(keptNext('client')).toBeNull();
});

test('asks nothing from the server while a field is wrong', async () => {
  const { user } = renderApp(<LoginForm onSuccess={vi.fn()} />);
  await user.type(screen.getByLabelText('E-mail'), 'nonsense');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Please enter a valid e-mail address.')).toBeInTheDocument();
  expect(screen.getByText('This field is required.')).toBeInTheDocument();
});

test.each([
  ['idle', 'en', /not been here for a long time/],
  ['expired', 'en', /signed in for a long time/],
  ['idle', 'ar', /لم تكن هنا منذ مدة طويلة/],
  ['expired', 'ar', /مضت مدة طويلة على تسجيل دخولك/],
] as const)('says which limit of sessions was reached (%s, %s)', (code, locale, text) => {
  learnerSession.start('t1', { clientId: 'c1', fullname: 'Sara' });
  learnerSession.refused(code);
  renderApp(<LoginForm onSuccess={vi.fn()} />, { locale });
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('says nothing of a session that its learner ended', () => {
  learnerSession.start('t1', { clientId: 'c1', fullname: 'Sara' });
  learnerSession.end('logout');
  renderApp(<LoginForm onSuccess={vi.fn()} />);
  expect(screen.queryByText(/for a long time/)).not.toBeInTheDocument();
});
