import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { ImportReport } from '../api/transfer';
import { ImportPage } from './import-page';

const report = (change: Partial<ImportReport> = {}): ImportReport => ({
  dryRun: true,
  complete: true,
  rows: 3,
  created: 2,
  updated: 0,
  unchanged: 0,
  refused: 1,
  assignments: { assigned: 2, datesChanged: 0, unchanged: 0, refused: 0 },
  columns: ['email', 'fullname'],
  ignoredColumns: ['notes'],
  encoding: 'windows-1256',
  delimiter: ';',
  issues: [{ line: 3, email: 'no-address', field: 'email', code: 'email_invalid', message: 'Not an address' }],
  moreIssues: 0,
  ...change,
});

const FILE = new File(['email;fullname;notes\r\n'], 'people.csv', { type: 'text/csv' });

async function choose() {
  const { user, container } = renderApp(<ImportPage />);
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('there is no way to choose a file');
  await user.upload(input, FILE);
  return user;
}
const figure = (name: string) => screen.getByText(name).parentElement;

test('a file is checked first: what would happen, and each refused row with its reason; then it is imported', async () => {
  const asked: string[] = [];
  server.use(
    http.post('*/api/cm/user/import', ({ request }) => {
      const dryRun = new URL(request.url).searchParams.get('dryRun') === 'true';
      asked.push(`${dryRun} ${request.headers.get('Content-Type')}`);
      return HttpResponse.json({ message: 'ok', result: report({ dryRun }) });
    }),
  );
  const user = await choose();
  expect(await screen.findByRole('heading', { name: 'What would happen' })).toBeInTheDocument();
  expect(figure('New users')).toHaveTextContent('2');
  expect(screen.getByText(/Read as/)).toHaveTextContent('Read as windows-1256, separated by semicolons');
  expect(screen.getByText('These columns are left out: notes')).toBeInTheDocument();
  const row = within(screen.getByRole('grid', { name: 'Refused rows' })).getByRole('row', { name: /3/ });
  expect(row).toHaveTextContent('no-address');
  expect(row).toHaveTextContent('E-mail');
  expect(row).not.toHaveTextContent('Not an address');
  expect(await axeProblems()).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByRole('heading', { name: 'What has happened' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'To the list of users' })).toHaveAttribute('href', '/admin/users/list');
  expect(asked).toEqual(['true text/csv', 'false text/csv']);
});

test('what differs in nothing needs no import', async () => {
  const nothing = {
    created: 0,
    refused: 0,
    unchanged: 3,
    issues: [],
    assignments: { ...report().assignments, assigned: 0 },
  };
  server.use(http.post('*/api/cm/user/import', () => HttpResponse.json({ message: 'ok', result: report(nothing) })));
  await choose();
  expect(await screen.findByText('Nothing in this file differs from what is there.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
});

test('a file that cannot be read says why, keeps its place, and can be tried again', async () => {
  let tries = 0;
  const data = [{ field: 'file', code: 'email_column_missing', message: 'There is no column of addresses' }];
  server.use(
    http.post('*/api/cm/user/import', () => {
      tries++;
      return tries === 1
        ? HttpResponse.json({ message: 'no', code: 'validation_failed', data }, { status: 422 })
        : HttpResponse.json({ message: 'ok', result: report() });
    }),
  );
  const user = await choose();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(screen.getByText('people.csv')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'What would happen' })).toBeInTheDocument();
  expect(tries).toBe(2);
});

test('an import that broke off says so', async () => {
  server.use(
    http.post('*/api/cm/user/import', () => HttpResponse.json({ message: 'ok', result: report({ complete: false }) })),
  );
  await choose();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('It broke off after 3 rows.'));
});
