import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { listOfOnline, onlineUsers } from '@/lib/online-users';
import { managerRole } from '@/lib/role';
import { academyInNewZealand, namedZones, ZONE_LINE } from '@/testing/academy-zone';
import { axeProblems } from '@/testing/axe';
import { server } from '@/testing/server';
import { asked, choose, row, serveLearners, show } from '../testing';

serveLearners();

test('lists learners with their states; the live list says who is online', async () => {
  onlineUsers.set(listOfOnline(['l1']));
  show();
  expect(await row(/أحمد/)).toHaveTextContent('Online');
  expect(await row(/Sara/)).toHaveTextContent('E-mail not confirmed');
  expect(await row(/Omar/)).toHaveTextContent('Deactivated');
  act(() => onlineUsers.set(listOfOnline(['l3'])));
  expect(await row(/Omar/)).toHaveTextContent('Online');
  expect(await row(/أحمد/)).toHaveTextContent('Offline');
  // Without a list the learner's own status counts.
  act(() => onlineUsers.set({ total: 1500, ids: null }));
  expect(await row(/Omar/)).toHaveTextContent('Offline');
  expect(await axeProblems()).toEqual([]);
});

test('what is searched, filtered and sorted stands in the address, and is what the server is asked', async () => {
  const { user, router } = show('/?active=false&sort=-createdAt');
  await row(/Sara/);
  expect(asked).toEqual([{ active: false, sort: '-createdAt', limit: 50 }]);
  expect(screen.getByRole('button', { name: 'Deactivated' })).toHaveAttribute('aria-pressed', 'true');

  await user.type(screen.getByRole('searchbox'), 'احمد');
  await waitFor(() => expect(router.state.location.search).toContain(`search=${encodeURIComponent('احمد')}`));
  await user.click(screen.getByRole('button', { name: 'Active' }));
  await user.click(screen.getByRole('button', { name: 'Online' }));
  await user.click(screen.getByRole('button', { name: 'Expiring within 7 days' }));
  await user.click(screen.getByRole('columnheader', { name: /E-mail/ }));
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({
      search: 'احمد',
      active: true,
      online: true,
      expiringWithinDays: 7,
      sort: 'email',
      limit: 50,
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ search: 'احمد', sort: 'email', limit: 50 }));
});

test('pages are turned, and the way back goes to the first', async () => {
  const { user, router } = show();
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(await row(/Zaid/)).toBeInTheDocument();
  expect(router.state.location.search).toBe('?cursor=c2&page=2');
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(await row(/Sara/)).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
});

test('a failure is said above the list, and asked again', async () => {
  server.use(
    http.put(
      '*/api/cm/user/fetch-users',
      () => HttpResponse.json({ message: 'no', code: 'forbidden' }, { status: 403 }),
      { once: true },
    ),
  );
  const { user } = show();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row(/Sara/)).toBeInTheDocument();
});

test.each([
  ['support', false],
  ['manager', true],
  [null, true],
] as const)('what removes, edits or exports is there for who may (%s)', async (role, all) => {
  managerRole.set(role);
  const { user } = show();
  await row(/أحمد/);
  expect(screen.queryByRole('button', { name: 'New learner' }) !== null).toBe(all);
  expect(screen.queryByRole('button', { name: 'CSV' }) !== null).toBe(all);
  await user.click(screen.getByRole('button', { name: 'Actions: أحمد' }));
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  const shared = ['Assign courses', 'Deactivate', 'Sign out'];
  expect(names).toEqual(all ? ['Edit', 'Change password', ...shared, 'Delete'] : shared);
  await user.keyboard('{Escape}');
  await choose(user, /أحمد/);
  expect(await screen.findByRole('button', { name: 'Extend' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete' }) !== null).toBe(all);
});

test('the zone of the dates in the list is named once', async () => {
  academyInNewZealand();
  show();
  await row(/Sara/);
  expect(namedZones()).toEqual(ZONE_LINE);
});
