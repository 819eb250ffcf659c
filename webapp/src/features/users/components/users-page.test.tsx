import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { Learner } from '@/lib/models';
import { onlineUsers } from '@/lib/online-users';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { UsersPage } from './users-page';

const learner = (id: string, fullname: string, change: Partial<Learner> = {}): Learner => ({
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
  ...change,
});

beforeEach(() => {
  const result = [
    learner('l1', 'أحمد'),
    learner('l2', 'Sara', { activated: false }),
    learner('l3', 'Omar', { active: false }),
  ];
  server.use(http.put('*/api/cm/user/fetch-users', () => HttpResponse.json({ message: 'ok', result })));
});

test('lists learners with their states; the live list says who is online', async () => {
  onlineUsers.set(new Set(['l1']));
  renderApp(<UsersPage />);
  expect(await screen.findByRole('row', { name: /أحمد/ })).toHaveTextContent('Online');
  expect(screen.getByRole('row', { name: /Sara/ })).toHaveTextContent('E-mail not confirmed');
  expect(screen.getByRole('row', { name: /Omar/ })).toHaveTextContent('Deactivated');
});

test('the search folds Arabic letters', async () => {
  const { user } = renderApp(<UsersPage />);
  await user.type(await screen.findByLabelText('Search'), 'احمد');
  expect(await screen.findByText('1 user')).toBeInTheDocument();
  expect(screen.queryByRole('row', { name: /Sara/ })).not.toBeInTheDocument();
});

test('a taken e-mail is said at its field and nothing typed is lost', async () => {
  const data = [{ field: 'email', code: 'email_taken', message: 'E-Mail address already exists!' }];
  server.use(
    http.post('*/api/cm/user/create-user', () =>
      HttpResponse.json({ message: 'E-Mail address already exists!', code: 'email_taken', data }, { status: 409 }),
    ),
  );
  const { user } = renderApp(<UsersPage />);
  await user.click(await screen.findByRole('button', { name: 'New user' }));
  await user.type(screen.getByLabelText('Full name'), 'New');
  await user.type(screen.getByLabelText('E-mail'), 'l1@example.com');
  await user.type(screen.getByLabelText('Password'), 'Secret1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('E-Mail address already exists!')).toBeInTheDocument();
  expect(screen.getByLabelText('Full name')).toHaveValue('New');
});
