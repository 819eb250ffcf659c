import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { callPath } from '@/lib/api-client';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { learnerSession, managerSession } from '@/lib/session';
import { axeProblems } from '@/testing/axe';
import { browserWithPasskeys, SENT_ASSERTION } from '@/testing/passkeys';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { PasswordAgain } from './password-again';

const REQUIRED = { message: 'Please enter your password again', code: 'reauthentication_required' };

const asManager = () => managerSession.start('t', { userId: 'm1', fullname: 'Mona', lastLogin: null });
const asLearner = () => learnerSession.start('t', { clientId: 'c1', fullname: 'Layla' });

/** A server whose manager has passkeys, and wants to know again who is there: what it was sent. */
function academyWithPasskeys(passkeys: number, accepts = true) {
  const calls: string[] = [];
  let recent = false;
  server.use(
    http.post('*/api/cm/auth/fetch-factors', () =>
      HttpResponse.json({ message: 'ok', result: { totp: false, passkeys, recoveryCodes: 10, required: false } }),
    ),
    http.post('*/api/cm/auth/passkey/begin-login', () =>
      HttpResponse.json({
        message: 'ok',
        result: { challenge: 'c', timeout: 1, rpId: 'x', userVerification: 'required' },
      }),
    ),
    http.post('*/api/cm/auth/reauthenticate', async ({ request }) => {
      calls.push(await request.text());
      recent = accepts;
      return accepts
        ? HttpResponse.json({ message: 'ok' })
        : HttpResponse.json({ message: 'x', code: 'wrong_passkey' }, { status: 401 });
    }),
    http.put('*/api/x', () =>
      recent ? HttpResponse.json({ message: 'done' }) : HttpResponse.json(REQUIRED, { status: 403 }),
    ),
  );
  return calls;
}

test('a manager who has a passkey may use it instead', async () => {
  browserWithPasskeys();
  const calls = academyWithPasskeys(1);
  asManager();
  const { user } = renderApp(<PasswordAgain />);
  const answer = callPath('PUT', '/api/x', {}, { as: 'manager' });
  await user.click(await screen.findByRole('button', { name: 'Use a passkey instead' }));
  expect(await answer).toMatchObject({ message: 'done' });
  expect(calls).toEqual([JSON.stringify({ passkey: SENT_ASSERTION })]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a passkey that is refused ends no session, and the password is still taken', async () => {
  browserWithPasskeys();
  academyWithPasskeys(1, false);
  asManager();
  const { user } = renderApp(<PasswordAgain />);
  const answer = callPath('PUT', '/api/x', {}, { as: 'manager' });
  await user.click(await screen.findByRole('button', { name: 'Use a passkey instead' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('did not accept this passkey');
  expect(managerSession.token()).toBe('t');
  expect(await axeProblems()).toEqual([]);
  const refused = expect(answer).rejects.toMatchObject({ code: 'reauthentication_required' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await refused;
});

test('who has no passkey, or is a learner, is not offered one', async () => {
  browserWithPasskeys();
  academyWithPasskeys(0);
  asManager();
  const { user } = renderApp(<PasswordAgain />);
  const answer = callPath('PUT', '/api/x', {}, { as: 'manager' });
  await waitFor(() => expect(queryClient.getQueryData(queryKeys.managers.factors)).toMatchObject({ passkeys: 0 }));
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  const refused = expect(answer).rejects.toMatchObject({ code: 'reauthentication_required' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await refused;
  managerSession.end(null);
  asLearner();
  const learners = callPath('PUT', '/api/x', {}, { as: 'learner' });
  const refusedToo = expect(learners).rejects.toMatchObject({ code: 'reauthentication_required' });
  await screen.findByRole('alertdialog');
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await refusedToo;
});
