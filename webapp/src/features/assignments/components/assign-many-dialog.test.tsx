import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { CALL_LIMIT } from '@/lib/call-chunks';
import { pickDate } from '@/testing/pick-date';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { AssignManyDialog } from './assign-many-dialog';

const course = (id: string, title: string) => ({ _id: id, id, title, description: '', image: null, parts: [] });
interface Sent {
  courseId: string;
  userIds: string[];
  updateExisting: boolean;
}

function serve(refusals = 0) {
  const sent: Sent[] = [];
  let refused = 0;
  server.use(
    http.post('*/api/cm/course/fetch-courses', () =>
      HttpResponse.json({ message: 'ok', result: [course('c1', 'Python'), course('c2', 'Law')] }),
    ),
    http.put('*/api/cm/user-course/bulk-assign', async ({ request }) => {
      if (refused++ < refusals) return HttpResponse.json({ message: 'x', code: 'unavailable' }, { status: 503 });
      const body = (await request.json()) as Sent;
      sent.push(body);
      const counts = { assigned: body.userIds.length, datesChanged: 0, alreadyAssigned: 0, refused: 0 };
      return HttpResponse.json({ message: 'ok', result: [], counts });
    }),
  );
  return sent;
}
const LEARNERS = ['l1', 'l2'];

test('the chosen courses are given to the chosen learners, and the outcome is told by course', async () => {
  const sent = serve();
  const onClose = vi.fn();
  const { user } = renderApp(<AssignManyDialog clientIds={LEARNERS} onClose={onClose} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Python' }));
  await user.click(screen.getByRole('checkbox', { name: /Also apply these dates/ }));
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  expect(await screen.findByRole('row', { name: /Python/ })).toHaveTextContent('2');
  expect(sent).toEqual([expect.objectContaining({ courseId: 'c1', userIds: LEARNERS, updateExisting: true })]);
  for (const close of screen.getAllByRole('button', { name: 'Close' }).slice(-1)) await user.click(close);
  expect(onClose).toHaveBeenCalled();
});

test('nothing is sent before a course is chosen', async () => {
  const sent = serve();
  const { user } = renderApp(<AssignManyDialog clientIds={LEARNERS} onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Assign' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose at least one.');
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: 'Law' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('more learners than a call takes are assigned call after call and counted together', async () => {
  const sent = serve();
  const many = Array.from({ length: CALL_LIMIT + 1 }, (_, index) => `l${index}`);
  const { user } = renderApp(<AssignManyDialog clientIds={many} onClose={() => undefined} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Law' }));
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  expect(await screen.findByRole('row', { name: /Law/ })).toHaveTextContent('1,001');
  expect(sent.map(({ userIds }) => userIds.length)).toEqual([CALL_LIMIT, 1]);
});

test('a refusal is told, and what was chosen stays for another try', async () => {
  const sent = serve(1);
  const { user } = renderApp(<AssignManyDialog clientIds={LEARNERS} onClose={() => undefined} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Law' }));
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(screen.getByRole('checkbox', { name: 'Law' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  expect(await screen.findByRole('row', { name: /Law/ })).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

const restored = () => screen.queryByText('Your unsaved draft was restored.');

test('what was chosen is there again after a reload, which is said, and gone once it is assigned', async () => {
  const sent = serve();
  const open = () => renderApp(<AssignManyDialog clientIds={LEARNERS} onClose={() => undefined} />);
  const { user: first, unmount } = open();
  await first.click(await screen.findByRole('checkbox', { name: 'Law' }));
  await first.click(screen.getByRole('checkbox', { name: /Also apply these dates/ }));
  await pickDate(first, screen.getByRole('group', { name: 'Expiry date' }), '2099-06-30');
  unmount();
  const { user, unmount: leave } = open();
  expect(await screen.findByRole('checkbox', { name: 'Law' })).toBeChecked();
  expect(restored()).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await screen.findByRole('row', { name: /Law/ });
  expect(sent).toEqual([expect.objectContaining({ courseId: 'c2', updateExisting: true, expiryDate: '2099-06-30' })]);
  leave();
  open();
  expect(await screen.findByRole('checkbox', { name: 'Law' })).not.toBeChecked();
  expect(restored()).not.toBeInTheDocument();
  expect({ ...sessionStorage }).toEqual({});
});

test('who starts over chooses from the beginning, and a course that is gone is not chosen any more', async () => {
  serve();
  const draft = { chosen: ['c1', 'gone'], dates: { startDate: '2026-01-01', expiryDate: '2026-02-01' } };
  sessionStorage.setItem('draft::learners:assign', JSON.stringify({ ...draft, updateExisting: false }));
  const { user } = renderApp(<AssignManyDialog clientIds={LEARNERS} onClose={() => undefined} />);
  expect(await screen.findByRole('checkbox', { name: 'Python' })).toBeChecked();
  await waitFor(() => expect(sessionStorage.getItem('draft::learners:assign')).toContain('["c1"]'));
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByRole('checkbox', { name: 'Python' })).not.toBeChecked();
  await waitFor(() => expect({ ...sessionStorage }).toEqual({}));
});
