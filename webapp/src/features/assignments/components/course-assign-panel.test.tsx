import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { fileInput } from '@/testing/dom';
import { pickDate } from '@/testing/pick-date';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { CourseAssignPanel } from './course-assign-panel';

interface Sent {
  emails: string[];
  userIds: string[];
  startDate: string;
  expiryDate: string;
  updateExisting: boolean;
  dryRun: boolean;
}

const KNOWN = new Set(['sara@x.test', 'ali@x.test']);

/** Answers as the academy would, and keeps what it was asked. */
function recordAssigns(refuseFrom = Infinity) {
  const sent: Sent[] = [];
  server.use(
    http.put('*/api/cm/user-course/bulk-assign', async ({ request }) => {
      const body = (await request.json()) as Sent;
      if (sent.length >= refuseFrom)
        return HttpResponse.json({ message: 'down', code: 'unavailable' }, { status: 503 });
      sent.push(body);
      const result = [...body.userIds, ...body.emails].map((given) => {
        const known = KNOWN.has(given) || !given.includes('@');
        const status = known ? 'assigned' : given.includes('@') ? 'unknown' : 'invalid';
        return {
          given,
          status,
          clientId: known ? given : null,
          fullname: known ? `Name of ${given}` : null,
          email: null,
        };
      });
      const counts = { assigned: result.length, datesChanged: 0, alreadyAssigned: 0, refused: 0 };
      return HttpResponse.json({ message: 'ok', result, counts });
    }),
  );
  return sent;
}

test('pasted addresses are checked first, then assigned, and each row says what became of it', async () => {
  const sent = recordAssigns();
  const { user } = renderApp(<CourseAssignPanel courseId="c1" />, { path: '/?add-way=emails' });
  await user.click(await screen.findByLabelText('E-mail addresses'));
  await user.paste('Sara <sara@x.test>\nnobody@x.test');
  expect(screen.getByText('2 addresses')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Check first' }));
  expect(await screen.findByText('Nothing has changed yet. This would happen:')).toBeInTheDocument();
  const row = screen.getByRole('row', { name: /sara@x.test/ });
  expect(row).toHaveTextContent('Name of sara@x.test');
  expect(row).toHaveTextContent('Assigned');
  expect(screen.getByRole('row', { name: /nobody@x.test/ })).toHaveTextContent('No learner has this address');
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, false]));
  await waitFor(() => expect(screen.queryByText(/Nothing has changed yet/)).not.toBeInTheDocument());
  expect(sent[1]?.emails).toEqual(['sara@x.test', 'nobody@x.test']);
});

test('addresses that were not assigned yet are there again, which is said, and those that were are not', async () => {
  recordAssigns();
  const open = () => renderApp(<CourseAssignPanel courseId="c1" />, { path: '/?add-way=emails' });
  const { user, unmount: leave } = open();
  await user.click(await screen.findByLabelText('E-mail addresses'));
  await user.paste('sara@x.test nobody@x.test');
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  // One of them has to be corrected.
  await screen.findByText('No learner has this address');
  leave();
  const { unmount: leaveAgain } = open();
  expect(await screen.findByLabelText('E-mail addresses')).toHaveValue('sara@x.test nobody@x.test');
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('E-mail addresses')).toHaveValue('');
  await user.click(screen.getByLabelText('E-mail addresses'));
  await user.paste('ali@x.test');
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect({ ...sessionStorage }).toEqual({}));
  leaveAgain();
  open();
  expect(await screen.findByLabelText('E-mail addresses')).toHaveValue('');
});

test('a CSV with dates of its own is sent by dates, a thousand rows a call', async () => {
  const sent = recordAssigns();
  const { user } = renderApp(<CourseAssignPanel courseId="c1" />, { path: '/?add-way=csv' });
  const rows = Array.from({ length: 1001 }, (_, index) => `p${index}@x.test,,`);
  const csv = ['email,startDate,expiryDate', 'sara@x.test,2026-01-01,2026-02-01', ...rows].join('\n');
  await screen.findByLabelText('Rows of the CSV file');
  await user.upload(fileInput(), new File([csv], 'learners.csv', { type: 'text/csv' }));
  expect(await screen.findByText('1,002 addresses')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(sent.map(({ emails }) => emails.length)).toEqual([1, 1000, 1]));
  expect(sent[0]).toMatchObject({ startDate: '2026-01-01', expiryDate: '2026-02-01', emails: ['sara@x.test'] });
  const table = await screen.findByRole('table', { name: 'Result for each row' });
  expect(within(table).getAllByRole('row')).toHaveLength(51);
});

test('a row whose date is not understood is refused and not given the form’s dates; the check shows each row’s dates', async () => {
  const sent = recordAssigns();
  const { user } = renderApp(<CourseAssignPanel courseId="c1" />, { path: '/?add-way=csv' });
  const csv = [
    'email,startDate,expiryDate',
    'sara@x.test,2026-01-05,2026-02-01',
    'ali@x.test,2026-01-05,31/12/2026',
    'mona@x.test,2026-03-01,2026-02-01',
  ].join('\n');
  await user.click(await screen.findByLabelText('Rows of the CSV file'));
  await user.paste(csv);
  await user.click(screen.getByRole('button', { name: 'Check first' }));
  const row = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent;
  expect(await row(/sara@x.test/)).toMatch(/5 Jan 2026.*1 Feb 2026.*Assigned/);
  expect(await row(/ali@x.test/)).toMatch(/31\/12\/2026.*Date not understood/);
  expect(await row(/mona@x.test/)).toMatch(/The expiry date is before the start date/);
  expect(screen.getByText(/refused: 2/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ emails: ['sara@x.test'], startDate: '2026-01-05', expiryDate: '2026-02-01' });
});

test('a call that fails on the way keeps what was typed and what was done', async () => {
  recordAssigns(0);
  const { user } = renderApp(<CourseAssignPanel courseId="c1" />, { path: '/?add-way=emails' });
  await user.click(await screen.findByLabelText('E-mail addresses'));
  await user.paste('sara@x.test');
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(screen.getByLabelText('E-mail addresses')).toHaveValue('sara@x.test');
});

test('the dates and the chosen learners are there again after a reload, and gone once they are assigned', async () => {
  const sent = recordAssigns();
  const sara = { _id: 'sara', fullname: 'sara', email: 'sara@x.test' };
  server.use(
    http.post('*/api/cm/user-course/fetch-users-course', () =>
      HttpResponse.json({ message: 'ok', result: [], users: [sara], nextCursor: null, total: 1 }),
    ),
  );
  const open = () => renderApp(<CourseAssignPanel courseId="c1" />);
  const box = async () => within(await screen.findByRole('row', { name: /sara/ })).getByRole('checkbox');
  const { user: first, unmount } = open();
  await first.click(await box());
  await pickDate(first, screen.getByRole('group', { name: 'Expiry date' }), '2099-06-30');
  unmount();
  const { user, unmount: leave } = open();
  expect(await box()).toBeChecked();
  // Of the dates, and of the learners.
  expect(screen.getAllByText('Your unsaved draft was restored.')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(sent[0]).toMatchObject({ userIds: ['sara'], expiryDate: '2099-06-30' }));
  await waitFor(() => expect({ ...sessionStorage }).toEqual({}));
  // The dates stay for the next learners.
  expect(screen.getByRole('group', { name: 'Expiry date' })).toHaveTextContent('2099');
  expect(screen.queryByText('Your unsaved draft was restored.')).not.toBeInTheDocument();
  leave();
  open();
  expect(await box()).not.toBeChecked();
});

test('who starts over has the first dates again, and nobody chosen', async () => {
  recordAssigns();
  server.use(
    http.post('*/api/cm/user-course/fetch-users-course', () =>
      HttpResponse.json({ message: 'ok', result: [], users: [], nextCursor: null, total: 0 }),
    ),
  );
  const terms = { startDate: '2026-01-01', expiryDate: '2099-06-30', updateExisting: true };
  sessionStorage.setItem('draft::course:c1:terms', JSON.stringify(terms));
  sessionStorage.setItem('draft::course:c1:search', '["sara"]');
  const { user } = renderApp(<CourseAssignPanel courseId="c1" />);
  expect(screen.getByRole('checkbox', { name: /Also apply/ })).toBeChecked();
  for (const button of screen.getAllByRole('button', { name: 'Start over' })) await user.click(button);
  expect(screen.getByRole('checkbox', { name: /Also apply/ })).not.toBeChecked();
  expect(screen.getByRole('group', { name: 'Expiry date' })).not.toHaveTextContent('2099');
  await waitFor(() => expect({ ...sessionStorage }).toEqual({}));
});

test('learners are searched on the server, chosen and given the course together', async () => {
  const sent = recordAssigns();
  const asked: { search?: string; list: string }[] = [];
  server.use(
    http.post('*/api/cm/user-course/fetch-users-course', async ({ request }) => {
      const body = (await request.json()) as (typeof asked)[number];
      asked.push(body);
      const users = ['sara', 'ali'].map((name) => ({ _id: name, fullname: name, email: `${name}@x.test` }));
      return HttpResponse.json({
        message: 'ok',
        result: [],
        users: users.filter(({ fullname }) => fullname.includes(body.search ?? '')),
        nextCursor: null,
        total: 2,
      });
    }),
  );
  const { user, router } = renderApp(<CourseAssignPanel courseId="c1" />);
  await screen.findByRole('row', { name: /ali/ });
  await user.type(screen.getByRole('searchbox'), 'sara');
  await waitFor(() => expect(screen.queryByRole('row', { name: /ali/ })).not.toBeInTheDocument());
  expect(router.state.location.search).toBe('?add-q=sara');
  expect(asked.at(-1)).toMatchObject({ list: 'unassigned', search: 'sara' });
  await user.click(within(screen.getByRole('row', { name: /sara/ })).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(sent[0]?.userIds).toEqual(['sara']));
});
