import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { keptNext } from '@/lib/next-memory';
import { managerSession } from '@/lib/session';
import { axeProblems } from '@/testing/axe';
import { browserWithPasskeys, closed, SENT_ASSERTION } from '@/testing/passkeys';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ManagerLoginForm } from './manager-login-form';

/** A server that wants a second factor: what it was sent. */
function academy() {
  const bodies: Record<string, string>[] = [];
  server.use(
    http.post('*/api/cm/auth/login', async ({ request }) => {
      const body = (await request.json()) as Record<string, string>;
      bodies.push(body);
      if (body.code === '123456' || body.recoveryCode === 'AAAA-BBBB')
        return HttpResponse.json({
          message: 'ok',
          token: 'opened',
          expiresIn: 28800,
          result: { _id: 'm1', fullname: 'Mona', lastLogin: null },
        });
      const code = body.code || body.recoveryCode ? 'wrong_code' : 'second_factor_required';
      return HttpResponse.json({ message: 'x', code }, { status: 401 });
    }),
  );
  return bodies;
}

async function firstStep() {
  const done = vi.fn();
  const { user } = renderApp(<ManagerLoginForm onSuccess={done} />);
  await user.type(screen.getByLabelText(/E-mail/), 'mona@academy.test');
  await user.type(screen.getByLabelText('Password'), 'secret1{Enter}');
  const code = await screen.findByLabelText(/Six-digit code/);
  return { user, done, code };
}

test('after the password comes the code', async () => {
  const bodies = academy();
  const { user, done, code } = await firstStep();
  expect(done).not.toHaveBeenCalled();
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(await axeProblems()).toEqual([]);
  await user.type(code, '000000{Enter}');
  expect(await screen.findByText('You have insert a wrong token code')).toBeVisible();
  await user.clear(code);
  await user.type(code, '123 456{Enter}');
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(managerSession.token()).toBe('opened');
  expect(bodies.at(-1)).toEqual({ email: 'mona@academy.test', password: 'secret1', code: '123456' });
});

test('or a recovery code', async () => {
  const bodies = academy();
  const { user, done } = await firstStep();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText(/Recovery code/), 'AAAA-BBBB{Enter}');
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(bodies.at(-1)).toMatchObject({ recoveryCode: 'AAAA-BBBB' });
});

test('who mistook the account goes back', async () => {
  academy();
  const { user } = await firstStep();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

const PASSKEY_OPTIONS = { challenge: 'c', timeout: 300000, rpId: 'localhost', userVerification: 'required' };

/** A server that takes passkeys, or refuses them: what it was sent. */
function academyWithPasskeys(accepts = true) {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/cm/auth/passkey/begin-login', () => HttpResponse.json({ message: 'ok', result: PASSKEY_OPTIONS })),
    http.post('*/api/cm/auth/passkey/finish-login', async ({ request }) => {
      sent.push(await request.json());
      return accepts
        ? HttpResponse.json({
            message: 'ok',
            token: 'opened',
            expiresIn: 28800,
            result: { _id: 'm1', fullname: 'Mona', lastLogin: null },
          })
        : HttpResponse.json({ message: 'x', code: 'wrong_passkey' }, { status: 401 });
    }),
  );
  return sent;
}

test('during a pause the wanted screen is kept for the mailed link, until somebody has signed in', async () => {
  server.use(
    http.post('*/api/cm/auth/login', () =>
      HttpResponse.json({ message: 'x', code: 'too_many_attempts' }, { status: 429 }),
    ),
  );
  browserWithPasskeys();
  academyWithPasskeys();
  const done = vi.fn();
  const { user } = renderApp(<ManagerLoginForm next="/admin/audit" onSuccess={done} />);
  await user.type(screen.getByLabelText('E-mail'), 'mona@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('you have an e-mail with a link');
  expect(keptNext('admin')).toBe('/admin/audit');
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(keptNext('admin')).toBeNull();
});

test('a passkey signs in alone', async () => {
  const { get } = browserWithPasskeys();
  const sent = academyWithPasskeys();
  const done = vi.fn();
  const { user } = renderApp(<ManagerLoginForm onSuccess={done} />);
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(get.mock.lastCall?.[0]).toMatchObject({ publicKey: { parsed: PASSKEY_OPTIONS } });
  expect(sent).toEqual([{ credential: SENT_ASSERTION }]);
  expect(managerSession.token()).toBe('opened');
});

test('or after the password, instead of a code', async () => {
  browserWithPasskeys();
  academy();
  academyWithPasskeys();
  const { user, done } = await firstStep();
  expect(screen.getByText(/or use your passkey/)).toBeVisible();
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Use a passkey instead' }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
});

test('who closes the browser’s question is back at the form, and no alarm is raised', async () => {
  browserWithPasskeys().get.mockRejectedValueOnce(closed());
  const sent = academyWithPasskeys();
  const done = vi.fn();
  const { user } = renderApp(<ManagerLoginForm onSuccess={done} />);
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  expect(await screen.findByRole('status')).toHaveTextContent('No passkey was confirmed');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
});

test('a passkey that the academy does not know is refused in place', async () => {
  browserWithPasskeys();
  academyWithPasskeys(false);
  const done = vi.fn();
  const { user } = renderApp(<ManagerLoginForm onSuccess={done} />, { locale: 'ar' });
  await user.click(screen.getByRole('button', { name: 'تسجيل الدخول بمفتاح مرور' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('لم تقبل الأكاديمية مفتاح المرور هذا');
  expect(done).not.toHaveBeenCalled();
  expect(managerSession.token()).toBeNull();
});

test('the browser’s question does not outlive the page', async () => {
  const { get } = browserWithPasskeys();
  get.mockReturnValue(new Promise(() => undefined));
  academyWithPasskeys();
  const { user, unmount } = renderApp(<ManagerLoginForm onSuccess={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(get).toHaveBeenCalled());
  expect(get.mock.lastCall?.[0].signal?.aborted).toBe(false);
  unmount();
  expect(get.mock.lastCall?.[0].signal?.aborted).toBe(true);
});

test('a browser without passkeys offers none', async () => {
  academy();
  await firstStep();
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  expect(screen.queryByText(/passkey/)).toBeNull();
});

test('a manager who has forgotten the password reads who can set a new one', () => {
  renderApp(<ManagerLoginForm onSuccess={vi.fn()} />);
  expect(screen.getByText(/^Forgot your password\? An owner of the academy can set a new one/)).toBeInTheDocument();
});
