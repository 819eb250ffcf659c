import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { toasts } from '@/lib/toast';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { BankForm } from './bank-form';

const EMPTY = { accountHolder: '', bankName: '', iban: '', updatedAt: null };
const IBAN = 'SA0380000000608010167519';

beforeEach(() =>
  server.use(http.post('*/api/user/fetch-bank', () => HttpResponse.json({ message: 'ok', result: EMPTY }))),
);

test.each(['en', 'ar'] as const)(
  'a wrong IBAN is said at its field; a right one is saved and shown in fours (%s)',
  async (locale) => {
    const sent: unknown[] = [];
    server.use(
      http.put('*/api/user/update-bank', async ({ request }) => {
        const body = (await request.json()) as typeof EMPTY;
        sent.push(body);
        return sent.length === 1
          ? HttpResponse.json(
              {
                message: 'x',
                code: 'validation_failed',
                data: [{ field: 'iban', code: 'iban_invalid', message: 'x' }],
              },
              { status: 422 },
            )
          : HttpResponse.json({
              message: 'ok',
              result: { ...body, iban: IBAN, updatedAt: '2026-11-20T08:00:00.000Z' },
            });
      }),
    );
    const { user, container } = renderApp(<BankForm />, { locale });
    const [holder, iban] = await screen.findAllByRole('textbox').then((fields) => [fields[0], fields[2]]);
    if (!holder || !iban) throw new Error('the form has three fields');
    await user.type(holder, 'Sara');
    await user.type(iban, IBAN);
    const save = screen.getByRole('button', { name: locale === 'en' ? 'Save' : 'حفظ' });
    await user.click(save);
    await waitFor(() => expect(iban).toHaveAccessibleDescription(locale === 'en' ? /not a valid IBAN/ : /غير صحيح/));
    expect(await axeProblems(container)).toEqual([]);
    await user.click(save);
    await waitFor(() => expect(iban).toHaveValue('SA03 8000 0000 6080 1016 7519'));
    expect(sent[1]).toEqual({ accountHolder: 'Sara', bankName: '', iban: IBAN });
    expect(toasts.get()).toHaveLength(1);
  },
);

test('bank details are kept in no draft: the page asks before what was typed is lost', async () => {
  const { user, router } = renderApp(<BankForm />, {
    path: '/bank',
    routes: [{ path: '/else', element: <p>Else</p> }],
  });
  await user.type(await screen.findByLabelText('Bank'), 'Al Noor');
  act(() => void router.navigate('/else'));
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  expect(question).toHaveTextContent('What you changed in your bank info is not saved.');
  await user.click(screen.getByRole('button', { name: 'Stay on this page' }));
  expect(screen.getByLabelText('Bank')).toHaveValue('Al Noor');
  expect(Object.keys(sessionStorage)).toEqual([]);
});
