import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { managerSession } from '@/lib/session';
import { toasts } from '@/lib/toast';
import { axeProblems } from '@/testing/axe';
import { browserWithPasskeys, closed, SENT_REGISTRATION } from '@/testing/passkeys';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ForcedSetup } from './forced-setup';
import { TwoFactorCard } from './two-factor-card';

const CODES = Array.from({ length: 10 }, (_, i) => `AAAA-BBBB-CCCC-DDDD-EEEE-000${i}`);
const HERE = window.location.origin;

const passkey = (id: string, name: string, synced = false, lastUsedAt: string | null = null) => ({
  _id: id,
  name,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt,
  synced,
});

const refused = (status: number, code: string) => HttpResponse.json({ message: 'x', code }, { status });

interface Academy {
  names?: string[];
  totp?: boolean;
  required?: boolean;
  origin?: string;
}

/** A server whose manager has passkeys of these names: what was sent to make and remove them. */
function academy({ names = [], totp = false, required = false, origin = HERE }: Academy = {}) {
  const sent: unknown[] = [];
  let passkeys = names.map((name, i) => passkey(`p${i}`, name, i === 1, i === 1 ? '2026-11-20T10:00:00.000Z' : null));
  managerSession.start('t', { userId: 'm1', fullname: 'Mona', lastLogin: null });
  const factors = () => ({
    totp,
    passkeys: passkeys.length,
    recoveryCodes: totp || passkeys.length > 0 ? 10 : 0,
    required,
  });
  server.use(
    http.post('*/api/cm/auth/fetch-factors', () => HttpResponse.json({ message: 'ok', result: factors() })),
    http.post('*/api/cm/auth/passkey/fetch', () => HttpResponse.json({ message: 'ok', result: passkeys, origin })),
    http.post('*/api/cm/auth/passkey/begin-registration', () =>
      HttpResponse.json({ message: 'ok', result: { challenge: 'c' } }),
    ),
    http.post('*/api/cm/auth/passkey/finish-registration', async ({ request }) => {
      const body = (await request.json()) as { name: string };
      sent.push(body);
      const first = !totp && passkeys.length === 0;
      const added = passkey('new', body.name);
      passkeys = [...passkeys, added];
      return HttpResponse.json({ message: 'ok', result: { passkey: added, recoveryCodes: first ? CODES : [] } });
    }),
    http.put('*/api/cm/auth/passkey/remove', async ({ request }) => {
      const { passkeyId } = (await request.json()) as { passkeyId: string };
      sent.push(passkeyId);
      if (required && !totp && passkeys.length === 1) return refused(409, 'second_factor_mandatory');
      passkeys = passkeys.filter(({ _id }) => _id !== passkeyId);
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  return sent;
}

test('the first passkey turns two-step verification on and comes with recovery codes, shown once', async () => {
  const { create } = browserWithPasskeys();
  const sent = academy();
  const { user } = renderApp(<TwoFactorCard />);
  expect(await screen.findByText('Off')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  expect(await axeProblems()).toEqual([]);
  await user.type(screen.getByLabelText('Name (optional)'), ' Computer at work {Enter}');
  expect(await screen.findByText(CODES[9] ?? '')).toBeVisible();
  expect(create.mock.lastCall?.[0]).toMatchObject({ publicKey: { parsed: { challenge: 'c' } } });
  expect(sent).toEqual([{ credential: SENT_REGISTRATION, name: 'Computer at work' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'I have saved the codes' }));
  expect(screen.queryByText(CODES[9] ?? '')).toBeNull();
  expect(screen.getByText('On')).toBeVisible();
  expect(await screen.findByText('10 recovery codes are left.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create new recovery codes' })).toBeVisible();
  expect(await axeProblems()).toEqual([]);
});

test('passkeys are listed with when they were made and used, and whether they are synced', async () => {
  browserWithPasskeys();
  academy({ names: ['Phone', 'Cloud'] });
  renderApp(<TwoFactorCard />);
  const list = await screen.findByRole('list', { name: 'Your passkeys' });
  const [phone, cloud] = within(list).getAllByRole('listitem');
  expect(phone).toHaveTextContent(/Phone.*Added.*1 Nov 2026|Phone.*Added Nov 1, 2026/);
  expect(phone).toHaveTextContent('Not used yet');
  expect(phone).not.toHaveTextContent('Synced');
  expect(cloud).toHaveTextContent(/Synced.*Last sign-in/);
});

test('one without a name is a passkey all the same', async () => {
  browserWithPasskeys();
  academy({ names: [''] });
  renderApp(<TwoFactorCard />);
  expect(await screen.findByRole('button', { name: 'Delete: Passkey' })).toBeVisible();
});

test('a further passkey is added without new codes, named after the browser, in Arabic', async () => {
  browserWithPasskeys();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36');
  const sent = academy({ names: ['Phone'] });
  const { user } = renderApp(<TwoFactorCard />, { locale: 'ar' });
  await user.click(await screen.findByRole('button', { name: 'إضافة مفتاح مرور' }));
  await user.click(screen.getByRole('button', { name: 'متابعة' }));
  expect(await screen.findByText('Chrome على Linux')).toBeVisible();
  expect(sent).toEqual([{ credential: SENT_REGISTRATION, name: 'Chrome على Linux' }]);
  await waitFor(() => expect(toasts.get()).toMatchObject([{ detail: 'أُضيف مفتاح المرور.' }]));
});

test('who closes the browser’s question can try again at once', async () => {
  browserWithPasskeys().create.mockRejectedValueOnce(closed());
  const sent = academy();
  const { user } = renderApp(<TwoFactorCard />);
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('status')).toHaveTextContent('No passkey was confirmed');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(CODES[0] ?? '')).toBeVisible();
});

test.each([
  [422, 'wrong_passkey', /did not accept this passkey/],
  [409, 'too_many_passkeys', /as many passkeys/],
  [409, 'passkey_exists', /already in use/],
  [409, 'passkeys_unavailable', /own domain name/],
] as const)('a refusal (%i %s) is said in the form', async (status, code, text) => {
  browserWithPasskeys();
  academy();
  server.use(http.post('*/api/cm/auth/passkey/finish-registration', () => refused(status, code)));
  const { user } = renderApp(<TwoFactorCard />);
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

test('the last passkey is removed after a question that says what follows', async () => {
  browserWithPasskeys();
  const sent = academy({ names: ['Phone'] });
  const { user } = renderApp(<TwoFactorCard />);
  await user.click(await screen.findByRole('button', { name: 'Delete: Phone' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete the passkey “Phone”?' });
  expect(question).toHaveTextContent('Your password alone will open your account again.');
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByText('Phone')).toBeNull());
  expect(sent).toEqual(['p0']);
  expect(await screen.findByText('Off')).toBeVisible();
});

test('one of several factors leaves the others as they are', async () => {
  browserWithPasskeys();
  academy({ names: ['Phone'], totp: true });
  const { user } = renderApp(<TwoFactorCard />);
  await user.click(await screen.findByRole('button', { name: 'Delete: Phone' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('You can no longer sign in with it.');
  await user.click(screen.getByRole('button', { name: 'No' }));
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Your passkeys keep working.');
});

test('the last one stays where the academy requires a factor', async () => {
  browserWithPasskeys();
  academy({ names: ['Phone'], required: true });
  const { user } = renderApp(<TwoFactorCard />);
  await user.click(await screen.findByRole('button', { name: 'Delete: Phone' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The academy requires two-step verification');
});

test.each([
  ['', /own domain name with https/],
  ['https://academy.example', /when you open the academy at https:\/\/academy\.example/],
])('where passkeys do not work (origin “%s”), the page says so', async (origin, text) => {
  browserWithPasskeys();
  academy({ origin });
  renderApp(<TwoFactorCard />);
  expect(await screen.findByRole('status')).toHaveTextContent(text);
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  expect(await axeProblems()).toEqual([]);
});

test('so it does in a browser without passkeys', async () => {
  academy();
  renderApp(<TwoFactorCard />);
  expect(await screen.findByText(/does not support passkeys/)).toBeVisible();
});

test('who must set a second factor up may take a passkey, or think again', async () => {
  browserWithPasskeys();
  academy({ required: true });
  const done = vi.fn();
  const { user } = renderApp(<ForcedSetup onDone={done} />);
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.click(screen.getByRole('button', { name: 'Another way' }));
  expect(screen.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(CODES[0] ?? '');
  expect(done).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'I have saved the codes' }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
});
