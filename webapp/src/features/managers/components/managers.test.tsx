import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { Manager } from '@/lib/models';
import { managerRole } from '@/lib/role';
import { managerSession } from '@/lib/session';
import { toasts } from '@/lib/toast';
import { academyInNewZealand, namedZones, ZONE_LINE } from '@/testing/academy-zone';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ManagersPage } from './managers-page';

const manager = (
  _id: string,
  fullname: string,
  lastLogin: string | null = null,
  role: Manager['role'] = 'manager',
): Manager => ({
  _id,
  role,
  fullname,
  email: `${_id}@example.com`,
  lastLogin,
  createdAt: '2026-01-02T08:00:00.000Z',
});
const mona = manager('m1', 'Mona', '2026-11-20T08:00:00.000Z', 'owner');
const omar = manager('m2', 'عمر');

let managers: Manager[];
beforeEach(() => {
  managers = [mona, omar];
  managerRole.set('owner');
  managerSession.start('t', { userId: 'm1', fullname: 'Mona', lastLogin: null });
  server.use(
    http.post('*/api/cm/manager/fetch-managers', () => HttpResponse.json({ message: 'ok', result: managers })),
  );
});

const open = async (locale: 'en' | 'ar' = 'en') => {
  const view = renderApp(<ManagersPage />, { locale });
  await screen.findByText('عمر');
  return view;
};
const refuse = (status: number, code: string) => HttpResponse.json({ message: 'x', code }, { status });

test.each(['en', 'ar'] as const)('lists who runs the academy, and which of them is you (%s)', async (locale) => {
  await open(locale);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first).toHaveTextContent(
    locale === 'en' ? /Mona.*Owner.*You.*m1@example\.com.*Last signed in/ : /Mona.*مالك.*أنت/,
  );
  expect(second).toHaveTextContent(
    locale === 'en' ? /Manager.*Has never signed in.*Manager since/ : /مدير.*لم يسجّل الدخول قط/,
  );
  expect(await axeProblems()).toEqual([]);
});

test('registers a manager, and says beside the field that an address is taken', async () => {
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/cm/manager/register-manager', async ({ request }) => {
      const body = (await request.json()) as Manager;
      sent.push(body);
      if (sent.length === 1) return refuse(409, 'email_taken');
      managers = [...managers, manager('m3', body.fullname)];
      return HttpResponse.json({ message: 'ok', result: managers[2] }, { status: 201 });
    }),
  );
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'New manager' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New manager' }));
  await user.type(dialog.getByLabelText('Full name'), 'Nora');
  await user.type(dialog.getByLabelText('E-mail'), 'nora@example.com');
  await user.type(dialog.getByLabelText('Password'), 'secret1');
  // By default a manager; what a role allows is said below it.
  expect(dialog.getByText(/Cannot change managers/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: /Role/ }));
  await user.click(await screen.findByRole('option', { name: 'Support' }));
  expect(dialog.getByText(/does not see bank info/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Add manager' }));
  await waitFor(() =>
    expect(dialog.getByLabelText('E-mail')).toHaveAccessibleDescription('E-Mail address already exists!'),
  );
  await user.click(dialog.getByRole('button', { name: 'Add manager' }));
  expect(await screen.findByText('Nora')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent[1]).toEqual({ fullname: 'Nora', email: 'nora@example.com', password: 'secret1', role: 'support' });
  expect(toasts.get().at(-1)).toMatchObject({ severity: 'success', detail: 'The manager was added.' });
});

test('asks before it removes one; a refusal stands in the question', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/cm/manager/delete-manager', async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1) return refuse(409, 'last_manager');
      managers = [mona];
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  const { user } = await open();
  const remove = () => user.click(screen.getByRole('button', { name: 'Delete: عمر' }));
  await remove();
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'No' }));
  expect(sent).toEqual([]);
  await remove();
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete عمر?' }));
  await user.click(question.getByRole('button', { name: 'Yes' }));
  expect(await question.findByRole('alert')).toHaveTextContent('The last manager cannot be deleted.');
  await user.click(question.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByText('عمر')).not.toBeInTheDocument());
  expect(sent).toEqual([{ managerId: 'm2' }, { managerId: 'm2' }]);
});

test('resets another manager’s two-step verification after a question, and nobody’s own', async () => {
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/cm/manager/reset-factors', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  const { user } = await open();
  expect(screen.queryByRole('button', { name: 'Reset two-step verification: Mona' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Reset two-step verification: عمر' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Reset the two-step verification of عمر?' }));
  expect(sent).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent).toEqual([{ userId: 'm2' }]);
});

test('says why nobody removes themselves, and why the only one stays, without asking the server', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Delete: Mona' }));
  expect(await screen.findByRole('dialog', { name: 'Mona cannot be deleted' })).toHaveTextContent(
    'Another owner can delete it.',
  );
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('sets another manager’s password after it was typed twice', async () => {
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/cm/manager/update-password', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Change password: عمر' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password: عمر' }));
  expect(dialog.getByRole('status')).toHaveTextContent('signed out everywhere');
  await user.type(dialog.getByLabelText('New password'), 'Abcd1234');
  await user.type(dialog.getByLabelText('Confirm password'), 'Abcd123');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Passwords do NOT match')).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Confirm password'), '4');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ userId: 'm2', password: 'Abcd1234' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

describe('a change of role', () => {
  const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: string, role: string) => {
    await user.click(screen.getByRole('button', { name: `Change role: ${name}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Change role: ${name}` }));
    await user.click(dialog.getByRole('button', { name: /^(Owner|Manager|Support) Role|Role/ }));
    await user.click(await screen.findByRole('option', { name: role }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    return dialog;
  };

  test('is sent, and shown in the list', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put('*/api/cm/manager/update-role', async ({ request }) => {
        sent.push(await request.json());
        managers = [mona, { ...omar, role: 'support' }];
        return HttpResponse.json({ message: 'ok', result: managers[1] });
      }),
    );
    const { user } = await open();
    await choose(user, 'عمر', 'Support');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([{ userId: 'm2', role: 'support', seenRole: 'manager' }]);
    await waitFor(() => expect(screen.getAllByRole('listitem')[1]).toHaveTextContent('Support'));
    expect(toasts.get().at(-1)).toMatchObject({ severity: 'success', detail: 'The role was changed.' });
    // Somebody else's role says nothing of one's own.
    expect(managerRole.get()).toBe('owner');
  });

  test.each([
    ['en', 'This is the only owner. Make another manager an owner first.'],
    ['ar', 'هذا هو المالك الوحيد. امنح مديرًا غيره دور المالك أولًا.'],
  ] as const)('of the last owner is refused, and the dialog says why (%s)', async (locale, text) => {
    server.use(http.put('*/api/cm/manager/update-role', () => refuse(409, 'last_owner')));
    const { user } = await open(locale);
    const [change] = screen.getAllByRole('button', { name: locale === 'en' ? /Change role/ : /تغيير الدور/ });
    await user.click(change as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('status')).toHaveTextContent(locale === 'en' ? 'your own role' : 'دورك أنت');
    await user.click(dialog.getByRole('button', { name: locale === 'en' ? 'Save' : 'حفظ' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(text);
    expect(await axeProblems()).toEqual([]);
  });

  describe('that another owner has changed meanwhile', () => {
    /** Another owner has made Omar support since the list was loaded. */
    const refuseUnseen = () => {
      const sent: { role: string; seenRole: string }[] = [];
      server.use(
        http.put('*/api/cm/manager/update-role', async ({ request }) => {
          const body = (await request.json()) as (typeof sent)[number];
          sent.push(body);
          managers = [mona, { ...omar, role: 'support' }];
          const seen = body.seenRole === 'support';
          if (!seen) return HttpResponse.json({ code: 'changed_meanwhile', result: managers[1] }, { status: 409 });
          return HttpResponse.json({ message: 'ok', result: { ...omar, role: body.role } });
        }),
      );
      return sent;
    };
    const question = async () => {
      const dialog = within(await screen.findByRole('alertdialog'));
      expect(dialog.getByRole('heading', { level: 3 })).toHaveTextContent('Role');
      expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Owner', 'Support']);
      return dialog;
    };

    test('is asked about, and given once both were seen', async () => {
      const sent = refuseUnseen();
      const { user } = await open();
      await choose(user, 'عمر', 'Owner');
      const dialog = await question();
      expect(await axeProblems()).toEqual([]);
      await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(sent.map(({ role, seenRole }) => [role, seenRole])).toEqual([
        ['owner', 'manager'],
        ['owner', 'support'],
      ]);
    });

    test('stays as the other one chose', async () => {
      const sent = refuseUnseen();
      const { user } = await open();
      await choose(user, 'عمر', 'Owner');
      await user.click((await question()).getByRole('button', { name: 'Take theirs' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(sent).toHaveLength(1);
      await waitFor(() => expect(screen.getAllByRole('listitem')[1]).toHaveTextContent('Support'));
      expect(toasts.get()).toEqual([]);
    });

    test('can be chosen again in the form', async () => {
      refuseUnseen();
      const { user } = await open();
      await choose(user, 'عمر', 'Owner');
      await user.click((await question()).getByRole('button', { name: 'Back to editing' }));
      expect(await screen.findByRole('dialog', { name: 'Change role: عمر' })).toBeInTheDocument();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    });
  });

  test('of one’s own counts on this page at once', async () => {
    server.use(
      http.put('*/api/cm/manager/update-role', () =>
        HttpResponse.json({ message: 'ok', result: { ...mona, role: 'manager' } }),
      ),
    );
    const { user } = await open();
    await choose(user, 'Mona', 'Manager');
    await waitFor(() => expect(managerRole.get()).toBe('manager'));
  });
});

test('a manager who was not registered yet is there again when the dialog is, which is said, without the password', async () => {
  const { user } = await open();
  const press = () => user.click(screen.getByRole('button', { name: 'New manager' }));
  await press();
  await user.type(await screen.findByLabelText('Full name'), 'Huda');
  await user.type(screen.getByLabelText('Password'), 'Secret-1234');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await press();
  expect(await screen.findByLabelText('Full name')).toHaveValue('Huda');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('Full name')).toHaveValue('');
  expect({ ...sessionStorage }).toEqual({});
});

test('the zone of the dates in the list is named once', async () => {
  academyInNewZealand();
  await open();
  expect(namedZones()).toEqual(ZONE_LINE);
});
