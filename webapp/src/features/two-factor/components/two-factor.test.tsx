import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { managerSession } from '@/lib/session';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ForcedSetup } from './forced-setup';
import { TwoFactorCard } from './two-factor-card';

const CODES = Array.from({ length: 10 }, (_, i) => `AAAA-BBBB-CCCC-DDDD-EEEE-000${i}`);
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** A server whose manager has, or has not, an authenticator app. */
function academy(on: boolean, required = false) {
  const state = { totp: on, passkeys: 0, recoveryCodes: on ? 4 : 0, required };
  const ok = (result: unknown) => HttpResponse.json({ message: 'ok', result });
  managerSession.start('t', { userId: 'm1', fullname: 'Mona', lastLogin: null });
  server.use(
    http.post('*/api/cm/auth/fetch-factors', () => ok(state)),
    http.post('*/api/cm/auth/passkey/fetch', () => HttpResponse.json({ message: 'ok', result: [], origin: '' })),
    http.post('*/api/cm/auth/totp/begin', () =>
      ok({ secret: SECRET, uri: `otpauth://totp/Academy:mona?secret=${SECRET}&issuer=Academy` }),
    ),
    http.put('*/api/cm/auth/totp/confirm', async ({ request }) => {
      if (((await request.json()) as { code: string }).code !== '123456')
        return HttpResponse.json({ message: 'x', code: 'wrong_code' }, { status: 422 });
      Object.assign(state, { totp: true, recoveryCodes: 10 });
      return ok({ recoveryCodes: CODES });
    }),
    http.put('*/api/cm/auth/renew-recovery-codes', () => ok({ recoveryCodes: CODES })),
    http.put('*/api/cm/auth/totp/disable', () => {
      if (required) return HttpResponse.json({ message: 'x', code: 'second_factor_mandatory' }, { status: 409 });
      Object.assign(state, { totp: false, recoveryCodes: 0 });
      return HttpResponse.json({ message: 'ok' });
    }),
  );
}

test('an authenticator app is set up with a QR code, a key to type and its first code', async () => {
  academy(false);
  const { user } = renderApp(<TwoFactorCard />);
  await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
  const code = screen.getByLabelText(/Six-digit code/);
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(await axeProblems()).toEqual([]);
  await user.type(code, '000000{Enter}');
  expect(await screen.findByText('You have insert a wrong token code')).toBeVisible();
  await user.clear(code);
  await user.type(code, '123 456{Enter}');
  expect(await screen.findByText(CODES[9] ?? '')).toBeVisible();
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'I have saved the codes' }));
  expect(await screen.findByText('10 recovery codes are left.')).toBeVisible();
  expect(screen.queryByText(CODES[9] ?? '')).toBeNull();
});

test('recovery codes can be made again, and copied', async () => {
  academy(true);
  const { user } = renderApp(<TwoFactorCard />, { locale: 'ar' });
  expect(await screen.findByText('بقيت 4 رموز استرداد.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'إنشاء رموز استرداد جديدة' }));
  await user.click(await screen.findByRole('button', { name: 'نسخ' }));
  expect(await screen.findByText('تم نسخ الرموز.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
});

test('it is turned off after a question', async () => {
  academy(true);
  const { user } = renderApp(<TwoFactorCard />);
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
});

test('not where the academy requires it', async () => {
  academy(true, true);
  const { user } = renderApp(<TwoFactorCard />);
  expect(await screen.findByText('The academy requires this of every manager.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The academy requires two-step verification');
});

test('who must set it up is led through it', async () => {
  academy(false, true);
  const done = vi.fn();
  const { user } = renderApp(<ForcedSetup onDone={done} />);
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }));
  await user.type(await screen.findByLabelText(/Six-digit code/), '123456{Enter}');
  await screen.findByText(CODES[0] ?? '');
  expect(done).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'I have saved the codes' }));
  await waitFor(() => expect(done).toHaveBeenCalled());
});
