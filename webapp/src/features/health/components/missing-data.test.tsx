import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { managerRole } from '@/lib/role';
import { toasts } from '@/lib/toast';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { MissingKind } from '../api/missing';
import { HealthPage } from './health-page';

const LEARNERS: MissingKind = {
  kind: 'learner',
  count: 8,
  assignments: 12,
  since: '2026-11-20T08:00:00.000Z',
  deleteAt: null,
  refused: true,
  sample: ['id-1', 'id-2', 'id-3', 'id-4', 'id-5', 'id-6'],
};
const COURSES: MissingKind = {
  ...LEARNERS,
  kind: 'course',
  count: 1,
  assignments: 3,
  deleteAt: '2026-11-27T08:00:00.000Z',
  refused: false,
  sample: ['id-7'],
};

const told: unknown[] = [];
let missing: MissingKind[] = [];
let asked = 0;

beforeEach(() => {
  told.length = 0;
  asked = 0;
  missing = [LEARNERS, COURSES];
  managerRole.set('owner');
  const feeds = () => ({
    name: 'feeds',
    state: missing.length > 0 ? 'failing' : 'ok',
    code: missing.length > 0 ? 'list_refused' : 'ok',
    text: '',
    since: '2026-11-20T08:00:00.000Z',
    remedy: '',
    value: 8,
  });
  server.use(
    http.post('*/api/cm/health/fetch', () => HttpResponse.json({ message: 'ok', result: [feeds()] })),
    http.post('*/api/cm/missing/fetch', () => {
      ++asked;
      return HttpResponse.json({ message: 'ok', result: missing });
    }),
    http.put('*/api/cm/missing/accept', async ({ request }) => {
      const body = (await request.json()) as { kind: string; count: number };
      told.push(body);
      const found = missing.find(({ kind }) => kind === body.kind);
      if (found?.count !== body.count) {
        return HttpResponse.json({ message: 'no', code: 'changed_meanwhile', result: found }, { status: 409 });
      }
      missing = missing.filter(({ kind }) => kind !== body.kind);
      return HttpResponse.json({ message: 'ok', result: body });
    }),
  );
});
afterEach(() => act(() => managerRole.set(null)));

const learnersButton = () => screen.findByRole('button', { name: 'Delete for good: data of missing learners' });

test.each(['en', 'ar'] as const)('health tells what is missing, and what becomes of it (%s)', async (locale) => {
  renderApp(<HealthPage />, { locale, path: '/admin/health' });
  const buttons = await screen.findAllByRole('button', {
    name: locale === 'en' ? /^Delete for good: data/ : /^حذف نهائي: بيانات/,
  });
  expect(buttons).toHaveLength(2);
  const item = screen.getByRole('listitem');
  for (const text of locale === 'en'
    ? [
        /8 learners with 12 assignments.*Nothing is deleted automatically/,
        /1 course with 3 assignments.*from 27 Nov 2026.*on\./,
        /id-1, id-2, id-3, id-4, id-5/,
      ]
    : [/متعلّمين.*لا يُحذف شيء تلقائيًا/, /دورة واحدة.*تُحذف تلقائيًا ابتداءً من/]) {
    expect(item).toHaveTextContent(text);
  }
  expect(item).not.toHaveTextContent('id-6');
  expect(await axeProblems()).toEqual([]);
});

test('an owner’s word is asked for in plain words, and deletes what was shown', async () => {
  const { user } = renderApp(<HealthPage />, { path: '/admin/health' });
  await user.click(await learnersButton());
  const question = screen.getByRole('alertdialog', { name: 'Delete the data of missing learners' });
  expect(question).toHaveTextContent(
    'What 8 missing learners had is deleted for good: 12 assignments, and all progress.',
  );
  expect(question).toHaveTextContent('put the right one back instead');
  await user.click(within(question).getByRole('button', { name: 'No' }));
  expect(told).toEqual([]);
  await user.click(await learnersButton());
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByText(/8 learners/)).not.toBeInTheDocument());
  expect(told).toEqual([{ kind: 'learner', count: 8 }]);
  expect(screen.getByText(/1 course/)).toBeInTheDocument();
  expect(toasts.get().at(-1)).toMatchObject({ detail: 'Deleted for good.' });
});

test('when another number is missing meanwhile, nothing is deleted and the new number is shown', async () => {
  const { user } = renderApp(<HealthPage />, { path: '/admin/health' });
  await user.click(await learnersButton());
  missing = [{ ...LEARNERS, count: 9 }, COURSES];
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  const question = screen.getByRole('alertdialog');
  expect(await within(question).findByRole('alert')).toHaveTextContent('Nothing was deleted');
  await waitFor(() => expect(question).toHaveTextContent('What 9 missing learners had'));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(told).toEqual([
    { kind: 'learner', count: 8 },
    { kind: 'learner', count: 9 },
  ]);
});

test('managers see what is missing, and only owners have the button', async () => {
  managerRole.set('manager');
  renderApp(<HealthPage />, { path: '/admin/health' });
  expect(await screen.findByText(/8 learners/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Delete/ })).not.toBeInTheDocument();
});

test('support, which may not ask, is told only that something is missing', async () => {
  managerRole.set('support');
  renderApp(<HealthPage />, { path: '/admin/health' });
  expect(await screen.findByRole('listitem')).toHaveTextContent('Failing');
  expect(asked).toBe(0);
});

test('without anything missing nobody asks for it', async () => {
  missing = [];
  renderApp(<HealthPage />, { path: '/admin/health' });
  expect(await screen.findByRole('listitem')).toHaveTextContent('No problems');
  expect(asked).toBe(0);
});
