import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { server } from '@/testing/server';

const SECTIONS = [
  ['/docs/guide/en/owners', 'Looking after the academy', 'Looking after the academy', 'What an owner does.'],
  ['/docs/guide/en/owners#backups', 'Looking after the academy', 'Backups', 'Keep them elsewhere.'],
];
let away = false;

/** The form as scripts/guide-page.ts writes it. */
beforeEach(async () => {
  away = false;
  server.use(
    http.get('*/guide-en.json', () => (away ? new HttpResponse(null, { status: 503 }) : HttpResponse.json(SECTIONS))),
  );
  document.body.innerHTML = `<form role="search" hidden data-index="/guide-en.json" data-none="Nothing." data-failed="Failed.">
    <label for="search">Search</label><input id="search" type="search" />
    <div class="found" hidden><ul></ul><p role="status"></p></div></form>`;
  vi.resetModules();
  await import('./search');
});

test('sections that have the words are offered as links, with their pages', async () => {
  await userEvent.type(screen.getByRole('searchbox'), 'backup');
  expect(await screen.findByRole('link')).toHaveAttribute('href', '/docs/guide/en/owners#backups');
  expect(screen.getByRole('listitem')).toHaveTextContent('BackupsLooking after the academy');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('it says when nothing is found', async () => {
  await userEvent.type(screen.getByRole('searchbox'), 'bicycle');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing.'));
});

test('it says when the index does not come, and asks again with the next letter', async () => {
  away = true;
  await userEvent.type(screen.getByRole('searchbox'), 'backu');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Failed.'));
  away = false;
  await userEvent.type(screen.getByRole('searchbox'), 'p');
  expect(await screen.findByRole('link')).toBeVisible();
});
