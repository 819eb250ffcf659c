import { screen } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
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
  expect(await screen.findByText('Password Changed')).toBeInTheDocument();
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
