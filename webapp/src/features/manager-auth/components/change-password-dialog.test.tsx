import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ChangePasswordCard, ChangePasswordDialog } from './change-password-dialog';

test('does nothing while one field is empty', async () => {
  const change = vi.fn();
  const { user } = renderApp(<ChangePasswordDialog isOpen onOpenChange={change} />);
  await user.type(screen.getByLabelText('Current password'), 'old-one');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(change).not.toHaveBeenCalled();
});

test('a refusal stands under the form behind an asterisk', async () => {
  server.use(
    http.put('*/api/cm/auth/update-password', () =>
      HttpResponse.json(
        { success: false, msg: 'Too common', message: 'Too common', code: 'too_common' },
        { status: 422 },
      ),
    ),
  );
  const { user } = renderApp(<ChangePasswordDialog isOpen onOpenChange={vi.fn()} />);
  await user.type(screen.getByLabelText('Current password'), 'old-one');
  await user.type(screen.getByLabelText('New password'), 'Abcd1234');
  expect(screen.getByText('Complex password')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('* Too common');
});

test('closes on success', async () => {
  server.use(
    http.put('*/api/cm/auth/update-password', () => HttpResponse.json({ success: true, msg: 'ok', message: 'ok' })),
  );
  const change = vi.fn();
  const { user } = renderApp(<ChangePasswordDialog isOpen onOpenChange={change} />);
  await user.type(screen.getByLabelText('Current password'), 'old-one');
  await user.type(screen.getByLabelText('New password'), 'Abcd1234');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(change).toHaveBeenCalledWith(false));
});

test('the academy’s minimum holds before anything is sent, and a refused field is said in its own words', async () => {
  const data = [{ field: 'newPassword', code: 'password_too_common', message: 'x' }];
  server.use(
    http.put('*/api/cm/auth/update-password', () =>
      HttpResponse.json({ success: false, msg: 'x', message: 'x', code: 'validation_failed', data }, { status: 422 }),
    ),
  );
  const { user } = renderApp(<ChangePasswordDialog isOpen onOpenChange={vi.fn()} />);
  await user.type(screen.getByLabelText('Current password'), 'old-one');
  await user.type(screen.getByLabelText('New password'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('* Password must be 6 characters minimum');
  await user.type(screen.getByLabelText('New password'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('* This password is among the most common'));
});

test.each([
  ['en', 'Current password', 'New password', /^At least 6 characters\./],
  ['ar', 'كلمة المرور الحالية', 'كلمة المرور الجديدة', /6 أحرف على الأقل/],
] as const)('both passwords are required, and the new one says its rule (%s)', (locale, current, chosen, rule) => {
  renderApp(<ChangePasswordDialog isOpen onOpenChange={vi.fn()} />, { locale });
  expect(screen.getByLabelText(current)).toBeRequired();
  expect(screen.getByLabelText(chosen)).toBeRequired();
  expect(screen.getByLabelText(chosen)).toHaveAccessibleDescription(rule);
});

test('on a page with other forms, its button becomes the main one when something is typed', async () => {
  const { user } = renderApp(<ChangePasswordCard />);
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).not.toHaveClass('bg-action');
  await user.type(screen.getByLabelText('Current password'), 'o');
  expect(save).toHaveClass('bg-action');
});
