import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { Assignment } from '@/lib/models';
import { toasts } from '@/lib/toast';
import { academyInNewZealand, namedZones, ZONE_LINE } from '@/testing/academy-zone';
import { courseOf } from '@/testing/courses';
import { isolateOf } from '@/testing/dom';
import { pickDate } from '@/testing/pick-date';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ChangeDatesDialog } from './change-dates-dialog';

const assignment: Assignment = {
  _id: 'a1',
  courseId: 'c1',
  clientId: 'l1',
  userId: 'l1',
  startDate: '2026-01-01T09:30:00.000Z',
  expiryDate: '2026-06-30T20:59:59.999Z',
  state: 'active',
  revision: 1,
  course: courseOf({ parts: [] }),
};

function show(answer: () => Response = () => HttpResponse.json({ message: 'ok', result: assignment })) {
  const sent: unknown[] = [];
  const onClose = vi.fn();
  server.use(
    http.put('*/api/cm/user-course/update-expdate', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  const { user, unmount } = renderApp(<ChangeDatesDialog assignment={assignment} onClose={onClose} />);
  return {
    sent,
    onClose,
    unmount,
    save: () => user.click(screen.getByRole('button', { name: 'Save' })),
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    pick: (label: string, date: string) => pickDate(user, screen.getByRole('group', { name: label }), date),
  };
}

test('another end is sent as a day, and the start that stays keeps its moment', async () => {
  const { sent, onClose, save, pick } = show();
  await pick('Expiry date', '2026-12-31');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    { courseId: 'a1', startDate: '2026-01-01T09:30:00.000Z', expiryDate: '2026-12-31', revision: 1 },
  ]);
});

test('dates that were saved are confirmed', async () => {
  const { onClose, save, pick } = show();
  await pick('Expiry date', '2026-12-31');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(toasts.get()).toMatchObject([{ severity: 'success', detail: 'Updated Successfully' }]);
});

test('an end before the start is told at its field and not sent', async () => {
  const { sent, save, pick } = show();
  await pick('Expiry date', '2025-12-31');
  await save();
  expect(screen.getByText(/expiry date .*before/i)).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('dates that the server refuses leave the dialog open with the reason', async () => {
  const { onClose, save } = show(() => HttpResponse.json({ message: 'no', code: 'unavailable' }, { status: 503 }));
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(onClose).not.toHaveBeenCalled();
});

test('other dates that were saved meanwhile are shown, and the own ones sent with what stays', async () => {
  const newer = {
    ...assignment,
    startDate: '2026-02-02T10:00:00.000Z',
    expiryDate: '2027-01-31T20:59:59.999Z',
    revision: 6,
  };
  const answers = [
    () => HttpResponse.json({ message: 'no', code: 'changed_meanwhile', result: newer }, { status: 409 }),
    () => HttpResponse.json({ message: 'ok', result: newer }),
  ];
  const { sent, onClose, save, pick, press } = show(() => answers.shift()?.() ?? HttpResponse.error());
  await pick('Expiry date', '2026-12-31');
  await save();
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('31 Dec 2026');
  expect(dialog).toHaveTextContent('31 Jan 2027');
  // They have the page's direction: two calendars would stand in the wrong order otherwise.
  for (const date of within(dialog).getAllByRole('time')) expect(isolateOf(date)).toBeNull();
  await press('Keep mine');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  // The start is the other one's, to its moment.
  expect(sent[1]).toEqual({ courseId: 'a1', startDate: newer.startDate, expiryDate: '2026-12-31', revision: 6 });
});

test('dates that were chosen and not saved are there again, which is said; starting over shows the saved ones', async () => {
  const { pick: pickFirst, unmount } = show();
  await pickFirst('Expiry date', '2026-12-31');
  unmount();
  const { sent, onClose, save, press, pick } = show();
  const end = screen.getByRole('group', { name: 'Expiry date' });
  expect(end).toHaveTextContent(/31.*2026/);
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  await press('Start over');
  expect(end).toHaveTextContent(/30.*2026/);
  expect({ ...sessionStorage }).toEqual({});
  await pick('Expiry date', '2027-01-31');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toHaveLength(1);
  expect({ ...sessionStorage }).toEqual({});
});

test('the zone of the dates is named once', () => {
  academyInNewZealand();
  show();
  expect(namedZones()).toEqual(ZONE_LINE);
});
