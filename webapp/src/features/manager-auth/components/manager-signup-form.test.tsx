import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { passwordMinimum } from '@/lib/site-settings';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ManagerSignupForm } from './manager-signup-form';

afterEach(() => act(() => passwordMinimum.set(6)));

async function fill(user: ReturnType<typeof renderApp>['user'], password = 'Secret1') {
  await user.type(screen.getByLabelText('Full name'), 'Mona');
  await user.type(screen.getByLabelText('E-mail'), 'mona@example.com');
  await user.type(screen.getByLabelText('Password'), password);
}

test('a wrong setup code is said at its field, and the right one is sent', async () => {
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/cm/auth/signup', async ({ request }) => {
      const body = (await request.json()) as { setupCode: string };
      sent.push(body);
      return body.setupCode === 'ABCD-2345'
        ? HttpResponse.json({ message: 'ok', result: {} }, { status: 201 })
        : HttpResponse.json({ message: 'no', code: 'wrong_setup_code' }, { status: 403 });
    }),
  );
  const done = vi.fn();
  const { user } = renderApp(<ManagerSignupForm setupCodeRequired onSuccess={done} />);
  await fill(user);
  const code = screen.getByLabelText('Setup code');
  await user.type(code, 'WRNG-2345');
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  await waitFor(() => expect(code).toHaveAccessibleDescription(/The setup code is not correct/));
  expect(await axeProblems()).toEqual([]);
  await user.clear(code);
  await user.type(code, 'ABCD-2345');
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent).toHaveLength(2);
});

test('no code is asked for where the server wants none', () => {
  renderApp(<ManagerSignupForm onSuccess={vi.fn()} />);
  expect(screen.queryByLabelText('Setup code')).not.toBeInTheDocument();
});

test('the academy’s own minimum holds, in characters and not bytes', async () => {
  act(() => passwordMinimum.set(10));
  const { user } = renderApp(<ManagerSignupForm onSuccess={vi.fn()} />);
  await fill(user, 'كلمةسر12');
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(await screen.findByText('Password must be 10 characters minimum')).toBeInTheDocument();
});

test('a password that the server finds too common is said at its field', async () => {
  const data = [{ field: 'password', code: 'password_too_common', message: 'Too common' }];
  server.use(
    http.put('*/api/cm/auth/signup', () =>
      HttpResponse.json({ message: 'no', code: 'validation_failed', data }, { status: 422 }),
    ),
  );
  const { user } = renderApp(<ManagerSignupForm onSuccess={vi.fn()} />);
  await fill(user);
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/among the most common ones/),
  );
});

test('what was typed is restored, which is said, but no password and no setup code; starting over drops it', async () => {
  const form = <ManagerSignupForm setupCodeRequired onSuccess={vi.fn()} />;
  const { user: first, unmount } = renderApp(form);
  await fill(first);
  await first.type(screen.getByLabelText('Setup code'), 'ABCD-2345');
  unmount();
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/Secret1|ABCD/);
  const { user, unmount: leave } = renderApp(form);
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  expect(screen.getByLabelText('Full name')).toHaveValue('Mona');
  expect(screen.getByLabelText('E-mail')).toHaveValue('mona@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(screen.getByLabelText('Setup code')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('Full name')).toHaveValue('');
  leave();
  renderApp(form);
  expect(screen.queryByText('Your unsaved draft was restored.')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Full name')).toHaveValue('');
});

test('nothing is left of a form that was sent', async () => {
  server.use(http.put('*/api/cm/auth/signup', () => HttpResponse.json({ message: 'ok', result: {} }, { status: 201 })));
  const done = vi.fn();
  const { user } = renderApp(<ManagerSignupForm onSuccess={done} />);
  await fill(user);
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect({ ...sessionStorage }).toEqual({});
});
