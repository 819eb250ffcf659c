import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { toasts } from '@/lib/toast';
import { server } from '@/testing/server';
import { asked, changes, choose, learner, row, serveLearners, show } from '../testing';

serveLearners();

test('selected learners are deactivated together and shown so at once; a refusal takes it back', async () => {
  let answer: (() => void) | undefined;
  server.use(
    http.post('*/api/cm/user/bulk-change', async ({ request }) => {
      changes.push(await request.json());
      await new Promise<void>((resolve) => (answer = resolve));
      return HttpResponse.json({ message: 'no', code: 'forbidden' }, { status: 403 });
    }),
  );
  const { user } = show();
  await choose(user, /أحمد/);
  await choose(user, /Sara/);
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  await waitFor(async () => expect(await row(/أحمد/)).toHaveTextContent('Deactivated'));
  await waitFor(() => expect(changes).toEqual([{ clientIds: ['l1', 'l2'], action: 'deactivate' }]));
  answer?.();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  await waitFor(async () => expect(await row(/أحمد/)).not.toHaveTextContent('Deactivated'));
});

test('who is there no longer is told by name, and does not keep it from the others', async () => {
  const done: string[] = [];
  server.use(
    http.post('*/api/cm/user/bulk-change', async ({ request }) => {
      const { clientIds } = (await request.json()) as { clientIds: string[] };
      if (clientIds.includes('l2'))
        return HttpResponse.json({ message: 'no', code: 'user_not_found' }, { status: 404 });
      done.push(...clientIds);
      return HttpResponse.json({ message: 'ok', changed: clientIds.length });
    }),
  );
  const { user } = show();
  for (const name of [/أحمد/, /Sara/, /Omar/]) await choose(user, name);
  await user.click(screen.getByRole('button', { name: 'Activate' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('1 learner could not be changed:Sara: no longer there');
  expect(done).toEqual(['l1', 'l3']);
});

describe('all who were found', () => {
  const FOUND = 2300;
  const people = Array.from({ length: FOUND }, (_, index) => learner(`f${index}`, `Found ${index}`));
  const held: (() => void)[] = [];

  beforeEach(() => {
    held.length = 0;
    server.use(
      http.put('*/api/cm/user/fetch-users', async ({ request }) => {
        const body = (await request.json()) as { cursor?: string; limit: number };
        asked.push(body);
        const from = Number(body.cursor ?? 0);
        const end = from + body.limit;
        return HttpResponse.json({
          message: 'ok',
          result: people.slice(from, end),
          nextCursor: end < FOUND ? String(end) : null,
          total: FOUND,
        });
      }),
    );
  });

  test('are chosen over all pages, and changed call after call once it is confirmed how many that are', async () => {
    const sizes: number[] = [];
    server.use(
      http.post('*/api/cm/user/bulk-change', async ({ request }) => {
        sizes.push(((await request.json()) as { clientIds: string[] }).clientIds.length);
        await new Promise<void>((resolve) => held.push(resolve));
        return HttpResponse.json({ message: 'ok', changed: 1 });
      }),
    );
    const { user } = show('/?size=25&search=found&active=false');
    await choose(user, /Found 3(?!\d)/);
    await user.click(screen.getByRole('button', { name: 'Select all 2,300 learners found' }));
    const bar = await screen.findByRole('group', { name: '2,300 selected' });
    expect(asked.slice(1)).toEqual(
      [{}, { cursor: '1000' }, { cursor: '2000' }].map((part) => ({
        search: 'found',
        active: false,
        sort: 'fullname',
        limit: 1000,
        ...part,
      })),
    );
    const all = () => screen.queryByRole('button', { name: /Select all/ });
    expect(all()).not.toBeInTheDocument();
    await user.click(within(bar).getByRole('button', { name: 'Activate' }));
    await user.click(await screen.findByRole('button', { name: 'No' }));
    expect(sizes).toEqual([]);
    await user.click(within(bar).getByRole('button', { name: 'Activate' }));
    expect(await screen.findByRole('alertdialog', { name: 'Activate 2,300 learners?' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Yes' }));

    await waitFor(() => expect(held).toHaveLength(1));
    held[0]?.();
    await waitFor(() => expect(held).toHaveLength(2));
    expect(screen.getByText('1,000 of 2,300')).toBeInTheDocument();
    held[1]?.();
    await waitFor(() => expect(held).toHaveLength(3));
    held[2]?.();
    await waitFor(() => expect(toasts.get().at(-1)?.detail).toBe('2,300 learners were activated.'));
    expect(sizes).toEqual([1000, 1000, 300]);
    await choose(user, /Found 3(?!\d)/);
    expect(screen.getByRole('group', { name: '2,299 selected' })).toBeInTheDocument();
    expect(all()).toBeInTheDocument();
  });

  test('are changed until it is stopped', async () => {
    let calls = 0;
    server.use(
      http.post('*/api/cm/user/bulk-change', async () => {
        if (++calls > 1) await new Promise<void>(() => {});
        return HttpResponse.json({ message: 'ok', changed: 1 });
      }),
    );
    const { user } = show('/?size=25');
    await choose(user, /Found 3(?!\d)/);
    await user.click(screen.getByRole('button', { name: 'Select all 2,300 learners found' }));
    await screen.findByRole('group', { name: '2,300 selected' });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    await screen.findByText('1,000 of 2,300');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(toasts.get().at(-1)?.detail).toBe('1,000 learners were deleted'));
    expect(calls).toBe(2);
  });
});

test('courses are assigned to and extended for those who were selected', async () => {
  const { user } = show();
  await choose(user, /أحمد/);
  await choose(user, /Omar/);
  await user.click(screen.getByRole('button', { name: 'Extend' }));
  expect(await screen.findByText('extend l1,l3')).toBeInTheDocument();
});

test('who is removed leaves the list at once, and is restored by undo', async () => {
  const restored: unknown[] = [];
  server.use(
    http.put('*/api/cm/bin/restore', async ({ request }) => {
      restored.push(await request.json());
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Actions: Omar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete Omar?' });
  expect(question).toHaveTextContent('The bin keeps the learner with assignments and progress for 30 days.');
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(changes).toEqual([{ clientIds: ['l3'], action: 'remove' }]));
  await waitFor(() => expect(toasts.get().at(-1)?.summary).toBe('Omar was deleted'));
  expect(restored).toEqual([]);
  act(() => toasts.get().at(-1)?.action?.onAction());
  await waitFor(() => expect(restored).toEqual([{ _id: 'l3' }]));
  expect(await row(/Omar/)).toBeInTheDocument();
});

test('an undo that is refused says why', async () => {
  server.use(
    http.put('*/api/cm/bin/restore', () => HttpResponse.json({ message: 'no', code: 'email_taken' }, { status: 409 })),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Actions: Omar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toasts.get().at(-1)?.summary).toBe('Omar was deleted'));
  act(() => toasts.get().at(-1)?.action?.onAction());
  await waitFor(() =>
    expect(toasts.get().at(-1)).toMatchObject({
      severity: 'error',
      summary: 'Could not be restored',
      detail: 'E-Mail address already exists!',
    }),
  );
});

test('a removal that is refused brings the learner back and says why', async () => {
  server.use(
    http.post('*/api/cm/user/bulk-change', () =>
      HttpResponse.json({ message: 'no', code: 'forbidden' }, { status: 403 }),
    ),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Actions: Omar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() =>
    expect(toasts.get().at(-1)).toMatchObject({ severity: 'error', summary: 'Omar could not be deleted' }),
  );
  expect(await row(/Omar/)).toBeInTheDocument();
});

test('a taken e-mail is said at its field; what was typed outlives the dialog, but for the password', async () => {
  const data = [{ field: 'email', code: 'email_taken', message: 'E-Mail address already exists!' }];
  server.use(
    http.post('*/api/cm/user/create-user', () =>
      HttpResponse.json({ message: 'E-Mail address already exists!', code: 'email_taken', data }, { status: 409 }),
    ),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'New learner' }));
  await user.type(screen.getByLabelText('Full name'), 'New');
  await user.type(screen.getByLabelText('E-mail'), 'l1@example.com');
  await user.type(screen.getByLabelText('Password'), 'Secret1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('E-Mail address already exists!')).toBeInTheDocument();
  expect(screen.getByLabelText('Full name')).toHaveValue('New');

  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'New learner' }));
  expect(screen.getByLabelText('Full name')).toHaveValue('New');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('Full name')).toHaveValue('');
});
