import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { Learner } from '@/lib/models';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { UsersPage } from './components/users-page';
import { pendingRemovals } from './removals';

export const learner = (id: string, fullname: string, change: Partial<Learner> = {}): Learner => ({
  _id: id,
  email: `${id}@example.com`,
  fullname,
  phonenumber: '',
  address: '',
  active: true,
  activated: true,
  status: 'offline',
  socketId: null,
  lastLogin: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  revision: 1,
  ...change,
});
const PEOPLE = [
  learner('l1', 'أحمد'),
  learner('l2', 'Sara', { activated: false }),
  learner('l3', 'Omar', { active: false }),
];

/** What the server was asked for, and told to change. */
export const asked: Record<string, unknown>[] = [];
export const changes: unknown[] = [];

/** Three learners and a second page with one more, for every test of the file. */
export function serveLearners(): void {
  beforeEach(() => {
    asked.length = 0;
    changes.length = 0;
    act(() => pendingRemovals.set(new Set()));
    server.use(
      http.put('*/api/cm/user/fetch-users', async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        asked.push(body);
        const result = body.cursor ? [learner('l9', 'Zaid')] : PEOPLE;
        return HttpResponse.json({ message: 'ok', result, nextCursor: body.cursor ? null : 'c2', total: 4 });
      }),
      http.post('*/api/cm/user/bulk-change', async ({ request }) => {
        changes.push(await request.json());
        return HttpResponse.json({ message: 'ok', changed: 1 });
      }),
    );
  });
}

const dialogs = {
  assign: (ids: readonly string[]) => <output>{`assign ${ids.join()}`}</output>,
  extend: (ids: readonly string[]) => <output>{`extend ${ids.join()}`}</output>,
};
export const show = (path = '/') => renderApp(<UsersPage dialogs={dialogs} />, { path });
export const row = (name: RegExp) => screen.findByRole('row', { name });
export const choose = async (user: ReturnType<typeof show>['user'], name: RegExp) =>
  user.click(within(await row(name)).getByRole('checkbox'));
