import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { learnerSession } from '@/lib/session';
import { toasts } from '@/lib/toast';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { UpdateInfoForm } from './update-info-form';

const profile = { _id: 'l1', email: 'sara@x.test', fullname: 'Sara', phonenumber: '1', address: 'Riyadh' };

function show(
  answer = (sent: object) => HttpResponse.json({ message: 'ok', result: { ...profile, ...sent } }),
  locale: 'en' | 'ar' = 'en',
) {
  const sent: unknown[] = [];
  learnerSession.start('token', { clientId: 'l1', fullname: 'Sara' });
  server.use(
    http.post('*/api/user/fetch-info', () => HttpResponse.json({ message: 'ok', result: profile })),
    http.post('*/api/user/update-user', async ({ request }) => {
      const body = (await request.json()) as object;
      sent.push(body);
      return answer(body);
    }),
  );
  const { user, unmount } = renderApp(<UpdateInfoForm />, { locale });
  return { sent, user, unmount, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
}

test('a changed name is saved, told, and shown in the session', async () => {
  const { sent, user, save } = show();
  const name = await screen.findByLabelText('Full name');
  await user.clear(name);
  await user.type(name, 'Sara Ali');
  await save();
  await waitFor(() => expect(toasts.get()).toEqual([expect.objectContaining({ severity: 'success' })]));
  expect(sent).toEqual([{ fullname: 'Sara Ali', phonenumber: '1', address: 'Riyadh', password: '' }]);
  expect(learnerSession.state.get()?.identity.fullname).toBe('Sara Ali');
});

test.each([
  [
    'en',
    'New password',
    'At least 6 characters. Letters together with numbers are harder to guess. Leave it empty to keep the current password.',
  ],
  [
    'ar',
    'كلمة المرور الجديدة',
    '6 أحرف على الأقل. والجمع بين الحروف والأرقام يجعلها أصعب تخمينًا. اتركها فارغة للإبقاء على كلمة المرور الحالية.',
  ],
] as const)(
  'a new password is at least as long as the academy asks, with letters and numbers advised (%s)',
  async (locale, field, advice) => {
    show(undefined, locale);
    expect(await screen.findByLabelText(field)).toHaveAccessibleDescription(advice);
  },
);

test('the e-mail address is shown and cannot be changed', async () => {
  show();
  const email = await screen.findByLabelText('E-mail');
  expect(email).toHaveValue('sara@x.test');
  expect(email).toHaveAttribute('readonly');
});

test('an empty name and passwords that differ are told at their fields and not sent', async () => {
  const { sent, user, save } = show();
  await user.clear(await screen.findByLabelText('Full name'));
  await user.type(screen.getByLabelText('New password'), 'long-enough-1');
  await user.type(screen.getByLabelText('Confirm password'), 'another-one-2');
  await save();
  await waitFor(() => expect(screen.getByLabelText('Full name')).toBeInvalid());
  expect(sent).toEqual([]);
});

test('a field that the server refuses says why', async () => {
  const data = [{ field: 'phonenumber', code: 'too_long', message: 'too long' }];
  const { save } = show(() => HttpResponse.json({ message: 'no', code: 'validation', data }, { status: 422 }));
  await screen.findByLabelText('Full name');
  await save();
  await waitFor(() => expect(screen.getByLabelText(/^Phone/)).toBeInvalid());
  expect(learnerSession.state.get()?.identity.fullname).toBe('Sara');
});

test('what was typed is there again after a reload, until somebody starts over; passwords are not', async () => {
  const first = show();
  await first.user.type(await screen.findByLabelText('Address'), ' 12345');
  await first.user.type(screen.getByLabelText('New password'), 'long-enough-1');
  first.unmount();
  const { user } = show();
  expect(await screen.findByLabelText('Address')).toHaveValue('Riyadh 12345');
  expect(screen.getByLabelText('New password')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('Address')).toHaveValue('Riyadh');
  expect(screen.queryByText('Your unsaved draft was restored.')).not.toBeInTheDocument();
});
