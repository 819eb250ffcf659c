import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { toasts } from '@/lib/toast';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { RecoveryFlow } from './recovery-flow';

test('goes from the address over the code to a new password, with the handle of the recovery', async () => {
  const sent: unknown[] = [];
  const note =
    (answer: object) =>
    async ({ request }: { request: Request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'ok', ...answer });
    };
  server.use(
    http.post('*/api/auth/forgot-password', note({ result: { userId: 'handle' } })),
    http.put('*/api/auth/forgotpassword/activation', note({})),
    http.put('*/api/auth/forgotpassword/update', note({})),
  );
  const { user } = renderApp(<RecoveryFlow />);
  await user.type(screen.getByLabelText('E-mail'), 'sara@example.com');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(await screen.findByLabelText('Verification code')).toHaveFocus();
  expect(await axeProblems()).toEqual([]);
  await user.keyboard('123456');
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByLabelText('New password')).toHaveFocus();
  await user.keyboard('Secret12');
  await user.type(screen.getByLabelText('Confirm password'), 'Secret12');
  await user.click(screen.getByRole('button', { name: 'Change the password' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Password Changed' })).toBeInTheDocument();
  expect(document.title).toContain('Password Changed');
  expect(screen.getByRole('status')).toHaveTextContent('Sign in with your new password.');
  expect(sent).toEqual([
    { email: 'sara@example.com' },
    { userId: 'handle', code: '123456' },
    { userId: 'handle', password: 'Secret12' },
  ]);
});

test('a code that will not do leads back to the beginning', async () => {
  server.use(
    http.post('*/api/auth/forgot-password', () => HttpResponse.json({ message: 'ok', result: { userId: 'h' } })),
    http.put('*/api/auth/forgotpassword/activation', () =>
      HttpResponse.json({ message: 'x', code: 'wrong_code' }, { status: 422 }),
    ),
  );
  const { user } = renderApp(<RecoveryFlow />);
  await user.type(screen.getByLabelText('E-mail'), 'sara@example.com');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  await user.type(await screen.findByLabelText('Verification code'), '000000');
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You have insert a wrong token code');
  await user.click(screen.getByRole('button', { name: 'Start again with another code' }));
  expect(screen.getByLabelText('E-mail')).toBeInTheDocument();
});

test('Enter pressed again while the code is on its way asks for no second one', async () => {
  let asked = 0;
  server.use(
    http.post('*/api/auth/forgot-password', async () => {
      asked++;
      await delay(100);
      return HttpResponse.json({ message: 'ok', result: { userId: 'h' } });
    }),
  );
  const { user } = renderApp(<RecoveryFlow />);
  await user.type(screen.getByLabelText('E-mail'), 'sara@example.com{Enter}{Enter}{Enter}');
  expect(await screen.findByLabelText('Verification code')).toBeInTheDocument();
  expect(asked).toBe(1);
});

/** Answers to the three calls; what was sent is recorded with its address. */
function academy(forgot: () => Response = () => HttpResponse.json({ message: 'ok', result: { userId: 'second' } })) {
  const sent: unknown[] = [];
  const note =
    (answer: () => Response) =>
    async ({ request }: { request: Request }) => {
      sent.push(await request.json());
      return answer();
    };
  const ok = () => HttpResponse.json({ message: 'ok' });
  server.use(
    http.post('*/api/auth/forgot-password', note(forgot)),
    http.put('*/api/auth/forgotpassword/activation', note(ok)),
    http.put('*/api/auth/forgotpassword/update', note(ok)),
  );
  return sent;
}
const PAGE = '/client/auth/forgotpassword';
const sendCode = async ({ user }: ReturnType<typeof renderApp>) => {
  await user.type(screen.getByLabelText('E-mail'), 'sara@example.com');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  await screen.findByLabelText('Verification code');
};

test('a sent code is confirmed, and its field is there again after a reload', async () => {
  const sent = academy();
  const view = renderApp(<RecoveryFlow />);
  await sendCode(view);
  expect(toasts.get()).toMatchObject([{ severity: 'success', detail: 'Request sent Successfully' }]);
  view.unmount();
  const { user, unmount } = renderApp(<RecoveryFlow />);
  await user.type(screen.getByLabelText('Verification code'), '123456{Enter}');
  await screen.findByLabelText('New password');
  // The code is used up: the same tab continues, and no other.
  unmount();
  const { unmount: leave } = renderApp(<RecoveryFlow />);
  expect(screen.getByLabelText('New password')).toBeInTheDocument();
  leave();
  sessionStorage.clear();
  renderApp(<RecoveryFlow />);
  expect(screen.getByLabelText('E-mail')).toBeInTheDocument();
  expect(sent).toEqual([{ email: 'sara@example.com' }, { userId: 'second', code: '123456' }]);
});

test('a code whose time is over is not asked for any more', async () => {
  academy();
  const view = renderApp(<RecoveryFlow />);
  await sendCode(view);
  view.unmount();
  const later = Date.now() + 600_001;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  renderApp(<RecoveryFlow />);
  expect(screen.getByLabelText('E-mail')).toBeInTheDocument();
});

test('the link in the mail asks for the code of its own recovery, on any device', async () => {
  const sent = academy();
  const { user } = renderApp(<RecoveryFlow />, { path: `${PAGE}#handle=mailed` });
  await user.type(screen.getByLabelText('Verification code'), '654321{Enter}');
  await user.type(await screen.findByLabelText('New password'), 'Secret12');
  await user.type(screen.getByLabelText('Confirm password'), 'Secret12{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Password Changed' })).toBeInTheDocument();
  expect(document.title).toContain('Password Changed');
  expect(screen.getByRole('status')).toHaveTextContent('Sign in with your new password.');
  expect(sent).toEqual([
    { userId: 'mailed', code: '654321' },
    { userId: 'mailed', password: 'Secret12' },
  ]);
});

test('another code can be had while the first is awaited, though not twice in a minute', async () => {
  const answers = [
    () => HttpResponse.json({ message: 'ok', result: { userId: 'first' } }),
    () =>
      HttpResponse.json({ message: 'x', code: 'too_many_attempts' }, { status: 429, headers: { 'Retry-After': '42' } }),
    () => HttpResponse.json({ message: 'ok', result: { userId: 'second' } }),
  ];
  const sent = academy(() => answers.shift()?.() ?? HttpResponse.error());
  const view = renderApp(<RecoveryFlow />);
  await sendCode(view);
  const again = () => view.user.click(screen.getByRole('button', { name: 'Send another code' }));
  await again();
  expect(await screen.findByRole('alert')).toHaveTextContent('Another code can be sent in 42 seconds.');
  await again();
  await waitFor(() => expect(sent).toHaveLength(3));
  await view.user.type(screen.getByLabelText('Verification code'), '123456{Enter}');
  await screen.findByLabelText('New password');
  expect(sent.slice(1)).toEqual([
    { email: 'sara@example.com', again: true },
    { email: 'sara@example.com', again: true },
    { userId: 'second', code: '123456' },
  ]);
});

test('who is told that a code was sent already can have another one', async () => {
  const answers = [
    () => HttpResponse.json({ message: 'x', code: 'code_already_sent' }, { status: 409 }),
    () => HttpResponse.json({ message: 'ok', result: { userId: 'second' } }),
  ];
  const sent = academy(() => answers.shift()?.() ?? HttpResponse.error());
  const { user } = renderApp(<RecoveryFlow />);
  await user.type(screen.getByLabelText('E-mail'), 'sara@example.com{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Open the link in that e-mail');
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send another code' }));
  expect(await screen.findByLabelText('Verification code')).toBeInTheDocument();
  expect(sent[1]).toEqual({ email: 'sara@example.com', again: true });
});
