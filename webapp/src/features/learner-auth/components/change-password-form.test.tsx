import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { learnerSession } from '@/lib/session';
import { toasts } from '@/lib/toast';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ChangePasswordForm } from './change-password-form';

test('a wrong password is said at its field and signs nobody out; the right one changes it', async () => {
  learnerSession.start('t1', { clientId: 'c1', fullname: 'Sara' });
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/auth/update-password', async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? HttpResponse.json({ message: 'x', code: 'wrong_password' }, { status: 401 })
        : HttpResponse.json({ message: 'Password Changed' });
    }),
  );
  const { user } = renderApp(<ChangePasswordForm />);
  await user.type(screen.getByLabelText('Current password'), ' old one ');
  await user.type(screen.getByLabelText('New password'), 'Abcd1234');
  await user.type(screen.getByLabelText('Confirm password'), 'Abcd1235');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Passwords do NOT match')).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.clear(screen.getByLabelText('Confirm password'));
  await user.type(screen.getByLabelText('Confirm password'), 'Abcd1234');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('You have entered a wrong password'),
  );
  expect(learnerSession.token()).toBe('t1');
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toasts.get()).toMatchObject([{ detail: 'Password Changed', life: 3000 }]));
  // What is typed is sent as it is, spaces too.
  expect(sent[1]).toEqual({ password: ' old one ', newPassword: 'Abcd1234' });
  expect(screen.getByLabelText('New password')).toHaveValue('');
});
