import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { academyInNewZealand, namedZones, ZONE_LINE } from '@/testing/academy-zone';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ExtendDialog } from './extend-dialog';

const row = {
  assignmentId: 'a1',
  clientId: 'l1',
  fullname: 'Sara',
  startDate: '2026-01-01T00:00:00.000Z',
  expiryDate: '2026-06-30T20:59:59.999Z',
  newExpiryDate: '2026-07-30T20:59:59.999Z',
  state: 'expired',
  newState: 'active',
};

function recordExtensions() {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.put('*/api/cm/user-course/extend-course', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ message: 'ok', result: [row], changed: 1, unchanged: 3 });
    }),
  );
  return sent;
}

test('shows what an extension changes before it does', async () => {
  const sent = recordExtensions();
  let closed = false;
  const { user } = renderApp(<ExtendDialog courseId="c1" onClose={() => (closed = true)} />);
  await user.click(screen.getByRole('button', { name: 'Preview changes' }));
  expect(await screen.findByText(/1 date changes. 3 stay as they are./)).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Sara/ })).toHaveTextContent(/30 Jun 2026.*30 Jul 2026.*Open/);
  expect(await axeProblems()).toEqual([]);
  expect(sent).toEqual([{ courseId: 'c1', dryRun: true, days: 30 }]);
  await user.click(screen.getByRole('button', { name: 'Change 1 date' }));
  await waitFor(() => expect(closed).toBe(true));
  expect(sent[1]).toEqual({ courseId: 'c1', dryRun: false, days: 30 });
});

test('another choice asks for a new preview; days out of range are refused here', async () => {
  const sent = recordExtensions();
  const { user } = renderApp(<ExtendDialog courseId="c1" userIds={['l1']} onClose={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Preview changes' }));
  await screen.findByRole('button', { name: 'Change 1 date' });
  await user.clear(screen.getByLabelText('Days to add'));
  await user.type(screen.getByLabelText('Days to add'), '٤٠٠٠');
  expect(screen.getByText('From 1 to 3,650 days.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Preview changes' })).toBeDisabled();
  await user.clear(screen.getByLabelText('Days to add'));
  await user.type(screen.getByLabelText('Days to add'), '٤٠');
  await user.click(screen.getByRole('button', { name: 'Preview changes' }));
  await waitFor(() => expect(sent[1]).toEqual({ courseId: 'c1', dryRun: true, userIds: ['l1'], days: 40 }));
});

test('what was chosen is there again when the dialog is, which is said; a selection is of those selected now', async () => {
  recordExtensions();
  const open = () => renderApp(<ExtendDialog courseId="c1" userIds={['l1', 'l2']} onClose={() => undefined} />);
  const { user: first, unmount } = open();
  await first.clear(screen.getByLabelText('Days to add'));
  await first.type(screen.getByLabelText('Days to add'), '45');
  await first.click(screen.getByRole('button', { name: /Learners/ }));
  await first.click(await screen.findByRole('option', { name: 'All learners of the course' }));
  unmount();
  const { user, unmount: leave } = open();
  expect(screen.getByLabelText('Days to add')).toHaveValue('45');
  expect(screen.getByRole('button', { name: /Learners/ })).toHaveTextContent('2 selected learners');
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Preview changes' }));
  await user.click(await screen.findByRole('button', { name: 'Change 1 date' }));
  await waitFor(() => expect({ ...sessionStorage }).toEqual({}));
  leave();
  open();
  expect(screen.getByLabelText('Days to add')).toHaveValue('30');
});

test('the zone of the new end, and of what it changes, is named once', async () => {
  academyInNewZealand();
  recordExtensions();
  const { user } = renderApp(<ExtendDialog courseId="c1" onClose={() => undefined} />);
  await user.click(screen.getByRole('radio', { name: 'To a date' }));
  await user.click(screen.getByRole('button', { name: 'Preview changes' }));
  await screen.findByRole('row', { name: /Sara/ });
  expect(namedZones()).toEqual(ZONE_LINE);
});
