import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Blob as SentBlob } from 'node:buffer';
import type { ImportReport } from '@/lib/api/schema';
import { axeProblems } from '@/testing/axe';
import { around, fileInput } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
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

// The requests of a test are Node's, which send no blob of jsdom's.
beforeEach(() => void vi.stubGlobal('Blob', SentBlob));
afterEach(() => void vi.unstubAllGlobals());

const ROWS = ['email;fullname;notes', 'a@x.y;A;', 'no-address;B;', 'c@x.y;C;'];
const FILE = new File([ROWS.join('\r\n')], 'people.csv', { type: 'text/csv' });

let router: ReturnType<typeof renderApp>['router'];

async function choose(file = FILE) {
  const view = renderApp(<ImportPage />, { routes: [{ path: '/elsewhere', element: <p>Elsewhere</p> }] });
  const { user } = view;
  ({ router } = view);
  await user.upload(fileInput(), file);
  return user;
}
const figure = (name: string) => around(screen.getByText(name));

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
  expect(figure('New learners')).toHaveTextContent('2');
  expect(screen.getByText(/Read as/)).toHaveTextContent('Read as windows-1256, separated by semicolons');
  expect(screen.getByText('These columns will be ignored: notes')).toBeInTheDocument();
  const row = within(screen.getByRole('grid', { name: 'Refused rows' })).getByRole('row', { name: /3/ });
  expect(row).toHaveTextContent('no-address');
  expect(row).toHaveTextContent('E-mail');
  expect(row).not.toHaveTextContent('Not an address');
  expect(await axeProblems()).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByRole('heading', { name: 'What happened' })).toBeInTheDocument();
  expect(screen.getByText('These columns were ignored: notes')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to Users' })).toHaveAttribute('href', '/admin/users/list');
  expect(asked).toEqual(['true text/csv', 'false text/csv']);
});

test('on a phone the reason stands beside the line, and whose row it is below the reason', async () => {
  const media = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => media);
  server.use(http.post('*/api/cm/user/import', () => HttpResponse.json({ message: 'ok', result: report() })));
  await choose();
  const issues = within(await screen.findByRole('grid', { name: 'Refused rows' }));
  expect(issues.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Line', 'What is wrong']);
  const [, row] = issues.getAllByRole('row');
  expect(row).toHaveTextContent(/^3Please enter a valid e-mail address\.no-addressE-mail$/);
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
  expect(await screen.findByText('Nothing in this file differs from the current data.')).toBeInTheDocument();
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

/** A file of so many rows, and a server that takes its pieces; `hold` keeps each of them waiting. */
function manyRows(count: number, plan: Partial<ImportReport> = {}) {
  const file = new File([`email\n${Array.from({ length: count }, (_, row) => `${row}@x.y`).join('\n')}`], 'many.csv');
  const taken: string[] = [];
  const held: (() => void)[] = [];
  const state = { hold: false, fail: false };
  server.use(
    http.post('*/api/cm/user/import', async ({ request }) => {
      const [, ...rows] = (await request.text()).trim().split('\n');
      const sum = { rows: rows.length, created: rows.length, refused: 0, issues: [], delimiter: ',' };
      if (request.url.includes('dryRun'))
        return HttpResponse.json({ message: 'ok', result: report({ ...sum, ...plan }) });
      if (state.hold) await new Promise<void>((resolve) => held.push(resolve));
      if (state.fail) return HttpResponse.json({ message: 'no', code: 'unavailable' }, { status: 503 });
      taken.push(...rows.filter((row) => row !== ''));
      // The piece's second line.
      const issues = [{ line: 2, email: rows[0] ?? '', field: 'course', code: 'user_not_found', message: 'Gone' }];
      return HttpResponse.json({ message: 'ok', result: report({ ...sum, dryRun: false, issues }) });
    }),
  );
  return { file, taken, held, state };
}
const inOrder = (count: number) => Array.from({ length: count }, (_, row) => `${row}@x.y`);

test('a long file goes piece after piece: how far is told, it stops, and goes on where it stopped', async () => {
  const { file, taken, held, state } = manyRows(120);
  const user = await choose(file);
  await screen.findByRole('heading', { name: 'What would happen' });
  state.hold = true;
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(held).toHaveLength(1));
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  held[0]?.();
  await waitFor(() => expect(held).toHaveLength(2));
  expect(screen.getByText('50 of 120')).toBeInTheDocument();
  expect(screen.getByText(/Less than a minute left/)).toBeInTheDocument();
  expect(await axeProblems()).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText(/The import was stopped/)).toBeInTheDocument();
  expect(figure('New learners')).toHaveTextContent('50');
  state.hold = false;
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(figure('Rows')).toHaveTextContent('120'));
  expect(screen.queryByText(/The import was stopped/)).not.toBeInTheDocument();
  expect(taken).toEqual(inOrder(120));
  // Lines are those of the whole file.
  const issues = within(screen.getByRole('grid', { name: 'Refused rows' }));
  expect(issues.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['2', '52', '102']);
});

test('who leaves the page meanwhile is asked, and stops it', async () => {
  const { file, taken, held, state } = manyRows(120);
  const user = await choose(file);
  await screen.findByRole('heading', { name: 'What would happen' });
  state.hold = true;
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(held).toHaveLength(1));
  const leave = () => act(() => void router.navigate('/elsewhere'));
  leave();
  expect(await screen.findByRole('alertdialog', { name: 'Stop the import?' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stay on this page' }));
  expect(screen.getByRole('progressbar')).toBeInTheDocument();
  leave();
  await user.click(await screen.findByRole('button', { name: 'Leave this page' }));
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
  held[0]?.();
  await waitFor(() => expect(taken).toHaveLength(50));
  expect(held).toHaveLength(1);
});

test('an import that failed goes on with the piece that failed', async () => {
  const { file, taken, state } = manyRows(60);
  const user = await choose(file);
  await screen.findByRole('heading', { name: 'What would happen' });
  state.fail = true;
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('not available');
  state.fail = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(figure('Rows')).toHaveTextContent('60'));
  expect(taken).toEqual(inOrder(60));
});

test('what only the whole file tells of a row holds for its pieces: such rows are left out', async () => {
  const repeated = { line: 3, email: '1@x.y', field: 'fullname', code: 'repeated', message: 'Line 2 says else' };
  const { file, taken } = manyRows(4, { refused: 1, issues: [repeated] });
  const user = await choose(file);
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  await screen.findByRole('heading', { name: 'What happened' });
  expect(taken).toEqual(['0@x.y', '2@x.y', '3@x.y']);
  expect(figure('Refused')).toHaveTextContent('1');
});

test('passwords of known users are told to be no sure change', async () => {
  const columns = ['email', 'password'];
  server.use(
    http.post('*/api/cm/user/import', () =>
      HttpResponse.json({ message: 'ok', result: report({ columns, updated: 1 }) }),
    ),
  );
  await choose();
  expect(await screen.findByText(/compared only during the import/)).toBeInTheDocument();
});

test('an import that broke off says so', async () => {
  server.use(
    http.post('*/api/cm/user/import', () => HttpResponse.json({ message: 'ok', result: report({ complete: false }) })),
  );
  await choose();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The import stopped after 3 rows.'));
});
