// Whoever asked for a screen before signing in comes to it, by every way of signing in.
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { I18nProvider } from '@/i18n/i18n-provider';
import { activeLocale } from '@/i18n/locale';
import en from '@/i18n/messages/en.json';
import { managerSession } from '@/lib/session';
import { setupRequired } from '@/lib/two-factor-setup';
import { browserWithPasskeys } from '@/testing/passkeys';
import { server } from '@/testing/server';
import { routes } from './router';

vi.mock('@/lib/live', () => ({ openLive: () => () => undefined }));
vi.mock('@/features/two-factor/components/forced-setup', () => ({
  ForcedSetup: ({ onDone }: { onDone: () => void }) => <button onClick={onDone}>Set up</button>,
}));

const WANTED = '/client/update/info?from=mail';

const ok =
  (body: object = {}) =>
  () =>
    HttpResponse.json({ message: 'ok', ...body });

function open(path: string) {
  activeLocale.set({ locale: 'en', messages: en });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const { unmount } = render(
    <I18nProvider>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  const user = userEvent.setup();
  const here = () => router.state.location.pathname + router.state.location.search;
  // Generous, because the first visit of a screen compiles it.
  const arrives = (at: string) => waitFor(() => expect(here()).toBe(at), { timeout: 30_000 });
  const press = async (name: string, role = 'link') =>
    user.click(await screen.findByRole(role, { name }, { timeout: 30_000 }));
  const signIn = async () => {
    await user.type(await screen.findByLabelText('E-mail'), 'sara@example.com');
    await user.type(screen.getByLabelText('Password'), 'secret1');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  };
  return { user, arrives, press, signIn, unmount };
}

const at = (page: string, next = WANTED) => `/client/auth/${page}?next=${encodeURIComponent(next)}`;

beforeEach(() => {
  window.scrollTo = vi.fn();
  const result = { clientId: 'c1', fullname: 'Sara' };
  server.use(
    http.get('*/api/public/site', ok({ result: { name: 'Al Noor' } })),
    http.post('*/api/auth/login', ok({ clientToken: 't', result })),
    http.post('*/api/auth/trylogin', ok({ status: true, result })),
    http.post('*/api/user/fetch-info', ok({ result: { ...result, email: '', phonenumber: '', address: '' } })),
    http.put('*/api/auth/signup', ok()),
    http.put('*/api/auth/activate', ok()),
    http.post('*/api/auth/forgot-password', ok({ result: { userId: 'h' } })),
    http.put('*/api/auth/forgotpassword/activation', ok()),
    http.put('*/api/auth/forgotpassword/update', ok()),
  );
});
afterEach(() => setupRequired.set(false));

test('by e-mail and password', async () => {
  const { arrives, signIn } = open(WANTED);
  await arrives(at('login'));
  await signIn();
  await arrives(WANTED);
});

test('by a recovery of the password', async () => {
  const { user, arrives, press, signIn } = open(at('login'));
  await press('Forgot your password?');
  await arrives(at('forgotpassword'));
  await user.type(await screen.findByLabelText('E-mail'), 'sara@example.com');
  await press('Send the code', 'button');
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  await press('Verify', 'button');
  await user.type(await screen.findByLabelText('New password'), 'Secret12');
  await user.type(screen.getByLabelText('Confirm password'), 'Secret12');
  await press('Change the password', 'button');
  await press('Back to sign-in');
  await arrives(at('login'));
  await signIn();
  await arrives(WANTED);
});

test('by a new account, whose mailed link opens a page of its own', async () => {
  const { user, arrives, press, unmount } = open(at('login'));
  await press('Create an account');
  await arrives(at('signup'));
  await user.type(await screen.findByLabelText('Full name'), 'Sara');
  await user.type(screen.getByLabelText('E-mail'), 'sara@example.com');
  await user.type(screen.getByLabelText('Password'), 'Secret12');
  await press('Sign up', 'button');
  await screen.findByRole('link', { name: 'Go to sign-in' });
  unmount();

  const mailed = open('/client/auth/activation?email=sara@example.com&token=t');
  await mailed.press('Activate my account', 'button');
  await mailed.press('Go to sign-in');
  await mailed.arrives(at('login'));
  await mailed.signIn();
  await mailed.arrives(WANTED);
  expect(localStorage.getItem('next')).toBeNull();
});

test('a manager, by a passkey', async () => {
  browserWithPasskeys();
  const manager = { _id: 'm1', fullname: 'Mona', role: 'owner', email: 'mona@academy.test', createdAt: '' };
  server.use(
    http.post('*/api/cm/auth/passkey/begin-login', ok({ result: { publicKey: {} } })),
    http.post('*/api/cm/auth/passkey/finish-login', ok({ token: 't', expiresIn: 60, result: manager })),
    http.post('*/api/cm/auth/check', ok({ result: manager })),
    http.all('*/api/cm/*', ok({ result: [] })),
    http.all('*/api/cm/*/*', ok({ result: [] })),
  );
  const wanted = '/admin/not-allowed?part=1';
  const { arrives, press } = open(wanted);
  await arrives(`/admin/auth/login?next=${encodeURIComponent(wanted)}`);
  await press('Sign in with a passkey', 'button');
  await arrives(wanted);
});

test('a manager who must set up a second factor first', async () => {
  const manager = { _id: 'm1', fullname: 'Mona', role: 'owner', email: 'mona@academy.test', createdAt: '' };
  managerSession.start('another', { userId: 'm1', fullname: 'Mona', lastLogin: null });
  server.use(
    http.post('*/api/cm/auth/check', () =>
      HttpResponse.json({ message: 'ok', result: manager, secondFactorSetupRequired: true }),
    ),
    http.all('*/api/cm/*/*', ok({ result: [] })),
  );
  const wanted = '/admin/not-allowed?part=1';
  const { arrives, press } = open(wanted);
  await arrives(`/admin/two-factor?next=${encodeURIComponent(wanted)}`);
  await press('Set up', 'button');
  await arrives(wanted);
});
