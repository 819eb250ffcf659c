import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { call, callFile, callPath } from '@/lib/api-client';
import { asked } from '@/lib/password-again';
import { learnerSession, managerSession } from '@/lib/session';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { PasswordAgain } from './password-again';

const REQUIRED = { message: 'Please enter your password again', code: 'reauthentication_required' };

/** A server that wants the password again: what it was sent, in order. */
function academy() {
  let recent = false;
  const calls: string[] = [];
  const tell = async (request: Request) =>
    calls.push(`${new URL(request.url).pathname} ${await request.clone().text()}`.trim());
  const again = async ({ request }: { request: Request }) => {
    await tell(request);
    const { password } = (await request.json()) as { password: string };
    recent = password === 'secret1';
    return recent
      ? HttpResponse.json({ message: 'ok' })
      : HttpResponse.json({ message: 'x', code: 'wrong_password' }, { status: 401 });
  };
  server.use(
    http.post('*/api/cm/auth/reauthenticate', again),
    http.post('*/api/auth/reauthenticate', again),
    http.all('*/api/*', async ({ request }) => {
      await tell(request);
      if (!recent) return HttpResponse.json(REQUIRED, { status: 403 });
      return request.url.endsWith('/export')
        ? new HttpResponse('a,b', { headers: { 'Content-Disposition': 'attachment; filename="users.csv"' } })
        : HttpResponse.json({ message: 'done', result: { iban: 'SA03' } });
    }),
  );
  return calls;
}

const asManager = () => managerSession.start('t', { userId: 'm1', fullname: 'Mona', lastLogin: null });
const asLearner = () => learnerSession.start('t', { clientId: 'c1', fullname: 'Layla' });

test('a refused call waits for the password and is repeated once, as it was', async () => {
  const calls = academy();
  asManager();
  const { user } = renderApp(<PasswordAgain />);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const answer = callPath('PUT', '/api/x', { a: 1 }, { as: 'manager' });
  expect(await screen.findByRole('alertdialog', { name: 'Enter your password again' })).toHaveTextContent('Mona');
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(await axeProblems()).toEqual([]);
  await user.keyboard('secret1{Enter}');
  expect(await answer).toMatchObject({ message: 'done' });
  expect(calls).toEqual(['/api/x {"a":1}', '/api/cm/auth/reauthenticate {"password":"secret1"}', '/api/x {"a":1}']);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a learner is asked likewise, in Arabic', async () => {
  const calls = academy();
  asLearner();
  const { user } = renderApp(<PasswordAgain />, { locale: 'ar' });
  const answer = call('POST', '/api/user/fetch-bank', {}, { as: 'learner' });
  await user.type(await screen.findByLabelText('كلمة المرور'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'متابعة' }));
  expect((await answer).result.iban).toBe('SA03');
  expect(calls).toHaveLength(3);
});

test('a file comes after the password', async () => {
  academy();
  asManager();
  const { user } = renderApp(<PasswordAgain />);
  const file = callFile('POST', '/api/export', {}, { as: 'manager' });
  await user.type(await screen.findByLabelText('Password'), 'secret1{Enter}');
  expect((await file).name).toBe('users.csv');
});

test('a wrong password is told in place, ends no session and can be corrected', async () => {
  academy();
  asManager();
  const { user } = renderApp(<PasswordAgain />);
  const answer = callPath('PUT', '/api/x', {}, { as: 'manager' });
  await user.type(await screen.findByLabelText('Password'), 'secret2{Enter}');
  expect(await screen.findByText('You have entered a wrong password')).toBeVisible();
  expect(managerSession.token()).toBe('t');
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'secret1{Enter}');
  expect(await answer).toMatchObject({ message: 'done' });
});

test('who would rather not gets the refusal', async () => {
  const calls = academy();
  asManager();
  const { user } = renderApp(<PasswordAgain />);
  const answer = callPath('PUT', '/api/x', {}, { as: 'manager' });
  const refused = expect(answer).rejects.toMatchObject({ status: 403, code: 'reauthentication_required' });
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await refused;
  expect(calls).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('several calls ask once', async () => {
  const calls = academy();
  asManager();
  const { user } = renderApp(<PasswordAgain />);
  const answers = ['/api/x', '/api/y'].map((path) => callPath('PUT', path, {}, { as: 'manager' }));
  await waitFor(() => expect(asked.get()).toHaveLength(2));
  await user.type(screen.getByLabelText('Password'), 'secret1{Enter}');
  expect(await Promise.all(answers)).toHaveLength(2);
  expect(calls.filter((call) => call.includes('reauthenticate'))).toHaveLength(1);
});

test('a call that is called off asks no longer', async () => {
  academy();
  asManager();
  renderApp(<PasswordAgain />);
  const page = new AbortController();
  const answer = callPath('POST', '/api/x', {}, { as: 'manager', signal: page.signal });
  await screen.findByRole('alertdialog');
  act(() => page.abort());
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('the end of the session ends the question', async () => {
  academy();
  asManager();
  renderApp(<PasswordAgain />);
  const answer = callPath('POST', '/api/x', {}, { as: 'manager' });
  const refused = expect(answer).rejects.toMatchObject({ code: 'reauthentication_required' });
  await screen.findByRole('alertdialog');
  act(() => managerSession.end('another-device'));
  await refused;
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a form that has the current password is not asked for it again', async () => {
  const calls = academy();
  asLearner();
  renderApp(<PasswordAgain />);
  const input = { password: 'secret1', newPassword: 'secret2' };
  await call('PUT', '/api/auth/update-password', input, { as: 'learner', currentPassword: 'secret1' });
  expect(calls.map((each) => each.split(' ')[0])).toEqual([
    '/api/auth/update-password',
    '/api/auth/reauthenticate',
    '/api/auth/update-password',
  ]);
  expect(asked.get()).toEqual([]);
});

test('and hears of a wrong one', async () => {
  academy();
  asLearner();
  const input = { password: 'secret2', newPassword: 'secret3' };
  await expect(
    call('PUT', '/api/auth/update-password', input, { as: 'learner', currentPassword: 'secret2' }),
  ).rejects.toMatchObject({ code: 'wrong_password' });
  expect(learnerSession.token()).toBe('t');
});

test('a call that is refused once more is not repeated for ever', async () => {
  let refusals = 0;
  asManager();
  server.use(
    http.post('*/api/cm/auth/reauthenticate', () => HttpResponse.json({ message: 'ok' })),
    http.put('*/api/x', () => {
      ++refusals;
      return HttpResponse.json(REQUIRED, { status: 403 });
    }),
  );
  await expect(callPath('PUT', '/api/x', {}, { as: 'manager', currentPassword: 'secret1' })).rejects.toMatchObject({
    code: 'reauthentication_required',
  });
  expect(refusals).toBe(2);
});

test('a manager with a second factor is asked for its code, also after a form’s own password', async () => {
  const given: unknown[] = [];
  let recent = false;
  asManager();
  server.use(
    http.post('*/api/cm/auth/reauthenticate', async ({ request }) => {
      const body = (await request.json()) as { code?: string };
      given.push(body);
      recent = body.code === '123456';
      if (recent) return HttpResponse.json({ message: 'ok' });
      const code = body.code ? 'wrong_code' : 'second_factor_required';
      return HttpResponse.json({ message: 'x', code }, { status: 401 });
    }),
    http.put('*/api/x', () =>
      recent ? HttpResponse.json({ message: 'done' }) : HttpResponse.json(REQUIRED, { status: 403 }),
    ),
  );
  const { user } = renderApp(<PasswordAgain />);
  const answer = callPath('PUT', '/api/x', {}, { as: 'manager', currentPassword: 'secret1' });
  await user.type(await screen.findByLabelText('Password'), 'secret1{Enter}');
  const code = await screen.findByLabelText(/Code from the authenticator app/);
  expect(code).toHaveFocus();
  await user.type(code, '000000{Enter}');
  expect(await screen.findByText('You have insert a wrong token code')).toBeVisible();
  expect(managerSession.token()).toBe('t');
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  expect(await answer).toMatchObject({ message: 'done' });
  expect(given).toHaveLength(4);
});
