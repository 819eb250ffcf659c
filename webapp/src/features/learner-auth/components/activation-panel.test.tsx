import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ActivationPanel } from './activation-panel';

test('opening the link activates nothing; the button does', async () => {
  const calls: unknown[] = [];
  server.use(
    http.put('*/api/auth/activate', async ({ request }) => {
      calls.push(await request.json());
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  const { user } = renderApp(<ActivationPanel email="sara@example.com" token="abc" />);
  expect(calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Activate my account' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your account is active' })).toBeInTheDocument();
  expect(document.title).toContain('Your account is active');
  expect(screen.getByRole('status')).toHaveTextContent('You can sign in now.');
  expect(calls).toEqual([{ email: 'sara@example.com', token: 'abc' }]);
});

test('a wrong token is told, with a way to a new link', async () => {
  server.use(
    http.put('*/api/auth/activate', () => HttpResponse.json({ message: 'x', code: 'wrong_code' }, { status: 422 })),
  );
  const { user } = renderApp(<ActivationPanel email="sara@example.com" token="abc" />);
  await user.click(screen.getByRole('button', { name: 'Activate my account' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You have insert a wrong token code');
  expect(screen.getByRole('button', { name: 'Send the activation link again' })).toBeInTheDocument();
});

const leaving = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('asks before the page is left while nothing is activated yet, and no more afterwards', async () => {
  server.use(http.put('*/api/auth/activate', () => HttpResponse.json({ message: 'ok' })));
  const { user, router } = renderApp(<ActivationPanel email="sara@example.com" token="abc" />, {
    path: '/activation',
    routes: [{ path: '/else', element: <p>Elsewhere</p> }],
  });
  expect(leaving()).toBe(true);
  act(() => void router.navigate('/else'));
  const question = await screen.findByRole('alertdialog', { name: 'Leave without activating?' });
  await user.click(within(question).getByRole('button', { name: 'Stay on this page' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe('/activation');
  await user.click(screen.getByRole('button', { name: 'Activate my account' }));
  await screen.findByText('You can sign in now.');
  expect(leaving()).toBe(false);
  act(() => void router.navigate('/else'));
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
});

test('who wants to leave all the same may', async () => {
  const { user, router } = renderApp(<ActivationPanel email="sara@example.com" token="abc" />, {
    path: '/activation',
    routes: [{ path: '/else', element: <p>Elsewhere</p> }],
  });
  act(() => void router.navigate('/else'));
  await user.click(await screen.findByRole('button', { name: 'Leave this page' }));
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
});

test('a link that lacks its code leads on: to a new mail, and to the login', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/auth/resend-activation', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  const { user } = renderApp(<ActivationPanel email="sara@example.com" token="" />);
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/client/auth/login');
  await user.click(screen.getByRole('button', { name: 'Send the activation link again' }));
  expect(await screen.findByText(/a new link has been sent/)).toBeInTheDocument();
  expect(asked).toEqual([{ email: 'sara@example.com' }]);
});

test('where the account is gone there is the way to another one', async () => {
  server.use(
    http.put('*/api/auth/activate', () => HttpResponse.json({ message: 'x', code: 'user_not_found' }, { status: 404 })),
  );
  const { user } = renderApp(<ActivationPanel email="sara@example.com" token="abc" />);
  await user.click(screen.getByRole('button', { name: 'Activate my account' }));
  expect(await screen.findByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/client/auth/signup');
});
