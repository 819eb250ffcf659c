import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { managerSession } from '@/lib/session';
import { axeProblems } from '@/testing/axe';
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
