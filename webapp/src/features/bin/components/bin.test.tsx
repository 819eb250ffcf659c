import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { managerRole } from '@/lib/role';
import { toasts } from '@/lib/toast';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { BinItem } from '../api/bin';
import { BinPage } from './bin-page';

const DAY_MS = 86_400_000;
const item = (_id: string, change: Partial<BinItem> = {}): BinItem => ({
  _id,
  kind: 'course',
  title: 'الطيران',
  deletedAt: '2026-11-20T08:00:00.000Z',
  deletedBy: 'Mona',
  purgeAt: new Date(Date.now() + 29.5 * DAY_MS).toISOString(),
  ...change,
});
const learner = item('l1', { kind: 'learner', title: 'Sara', purgeAt: new Date(Date.now() - 1000).toISOString() });

const told: { call: string; body: unknown }[] = [];
let items: BinItem[] = [];

beforeEach(() => {
  told.length = 0;
  items = [item('c1'), learner];
  managerRole.set('owner');
  const change = (call: string) =>
    http.put(`*/api/cm/bin/${call}`, async ({ request }) => {
      const body = (await request.json()) as { _id: string };
      told.push({ call, body });
      items = items.filter(({ _id }) => _id !== body._id);
      return HttpResponse.json({ message: 'ok' });
    });
  server.use(
    http.post('*/api/cm/bin/fetch-items', () =>
      HttpResponse.json({ message: 'ok', result: items, nextCursor: null, total: items.length }),
    ),
    change('restore'),
    change('purge'),
  );
});
afterEach(() => act(() => managerRole.set(null)));

test.each(['en', 'ar'] as const)('lists what was deleted, by whom, and how long it stays (%s)', async (locale) => {
  renderApp(<BinPage />, { locale, path: '/admin/bin' });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(
    locale === 'en' ? /الطيران.*Course.*deleted by Mona.*30 days left/ : /الطيران.*دورة.*حُذف بواسطة Mona.*بقي 30 يومًا/,
  );
  expect(second).toHaveTextContent(
    locale === 'en' ? /Sara.*Learner.*is deleted for good today/ : /Sara.*متعلّم.*يُحذف نهائيًا اليوم/,
  );
  expect(await axeProblems()).toEqual([]);
});

test('an item is restored, and leaves the list', async () => {
  const { user } = renderApp(<BinPage />);
  await user.click(await screen.findByRole('button', { name: 'Restore: Sara' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(told).toEqual([{ call: 'restore', body: { _id: 'l1' } }]);
  expect(toasts.get().at(-1)).toMatchObject({ summary: 'Sara', detail: 'Restored.' });
});

test('a restore that is refused says why', async () => {
  server.use(
    http.put('*/api/cm/bin/restore', () => HttpResponse.json({ message: 'no', code: 'email_taken' }, { status: 409 })),
  );
  const { user } = renderApp(<BinPage />);
  await user.click(await screen.findByRole('button', { name: 'Restore: Sara' }));
  expect(await screen.findByText('E-Mail address already exists!')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('an item is deleted for good only after a question', async () => {
  const { user } = renderApp(<BinPage />);
  await user.click(await screen.findByRole('button', { name: 'Delete for good: الطيران' }));
  const question = screen.getByRole('alertdialog', { name: 'Delete for good: الطيران' });
  expect(question).toHaveTextContent('This cannot be undone.');
  await user.click(within(question).getByRole('button', { name: 'No' }));
  expect(told).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete for good: الطيران' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(told).toEqual([{ call: 'purge', body: { _id: 'c1' } }]);
});

test('only owners are offered to delete for good', async () => {
  managerRole.set('manager');
  renderApp(<BinPage />);
  expect(await screen.findByRole('button', { name: 'Restore: Sara' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Delete for good/ })).not.toBeInTheDocument();
});

test('an empty bin and a failure say so', async () => {
  items = [];
  const { unmount } = renderApp(<BinPage />);
  expect(await screen.findByText('What is deleted appears here and can be restored.')).toBeInTheDocument();
  unmount();
  server.use(
    http.post('*/api/cm/bin/fetch-items', () =>
      HttpResponse.json({ message: 'no', code: 'unavailable' }, { status: 503 }),
    ),
  );
  renderApp(<BinPage />);
  expect(await screen.findByRole('alert')).toBeInTheDocument();
});
