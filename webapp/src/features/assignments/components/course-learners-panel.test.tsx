import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { managerRole } from '@/lib/role';
import { academyInNewZealand, namedZones, ZONE_LINE } from '@/testing/academy-zone';
import { pickDate } from '@/testing/pick-date';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { AssignBySearch } from './assign-by-search';
import { CourseLearnersPanel } from './course-learners-panel';
import { ExtendDialog } from './extend-dialog';

const learner = (_id: string, fullname: string) => ({ _id, fullname, email: `${_id}@x.test` });
const assignment = (id: string, fullname: string) => ({
  _id: `a-${id}`,
  courseId: 'c1',
  clientId: id,
  userId: id,
  // `2026-12-01` to `2026-12-31` of an academy in Riyadh.
  startDate: '2026-11-30T21:00:00.000Z',
  expiryDate: '2026-12-31T20:59:59.999Z',
  state: 'active',
  user: learner(id, fullname),
});
const down = () => HttpResponse.json({ message: 'down', code: 'unavailable' }, { status: 503 });
const forbidden = () => HttpResponse.json({ message: 'no', code: 'forbidden' }, { status: 403 });

const serveLearners = () =>
  server.use(
    http.post('*/api/cm/user-course/fetch-users-course', () =>
      HttpResponse.json({
        message: 'ok',
        result: [assignment('l1', 'Sara'), assignment('l2', 'Ali')],
        users: [learner('l3', 'Omar')],
        nextCursor: null,
        total: 2,
      }),
    ),
  );

afterEach(() => {
  vi.unstubAllEnvs();
});

const act = async (user: ReturnType<typeof renderApp>['user'], name: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions: ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

test.each(['America/Los_Angeles', 'Pacific/Auckland', 'Asia/Riyadh'])(
  'shows the days that were entered to a manager in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    serveLearners();
    const { user } = renderApp(<CourseLearnersPanel courseId="c1" />);
    expect(await screen.findByRole('row', { name: /Sara/ })).toHaveTextContent(/1 Dec 2026.*31 Dec 2026/);
    await act(user, 'Sara', 'Change dates');
    const days = (label: string) =>
      within(screen.getByRole('group', { name: label }))
        .getAllByRole('spinbutton')
        .map((part) => part.getAttribute('aria-valuenow'));
    expect(days('Start date').toSorted()).toEqual(['1', '12', '2026']);
    expect(days('Expiry date').toSorted()).toEqual(['12', '2026', '31']);
  },
);

test('a list that cannot be loaded says so in its place, and is asked for again', async () => {
  server.use(http.post('*/api/cm/user-course/fetch-users-course', forbidden));
  const { user } = renderApp(<CourseLearnersPanel courseId="c1" />);
  expect(await screen.findByRole('alert')).toHaveTextContent('You are not authorized');
  serveLearners();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Ali/ })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('what the list shows is exported as a file; a failure is told beside the button', async () => {
  serveLearners();
  const asked: unknown[] = [];
  let away = true;
  server.use(
    http.post('*/api/cm/user-course/export', async ({ request }) => {
      asked.push(await request.json());
      return away
        ? down()
        : new HttpResponse('csv', { headers: { 'Content-Disposition': 'attachment; filename="python.csv"' } });
    }),
  );
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = renderApp(<CourseLearnersPanel courseId="c1" />, { path: '/?q=sara&state=active&sort=-expiryDate' });
  await screen.findByRole('row', { name: /Sara/ });
  await user.click(screen.getByRole('button', { name: 'Export (CSV)' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  away = false;
  await user.click(screen.getByRole('button', { name: 'Export (CSV)' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(asked[1]).toEqual({ courseId: 'c1', search: 'sara', sort: '-expiryDate', state: 'active', lang: 'en' });
});

test('a removal that fails says so in its question; whom it was for stays selected', async () => {
  serveLearners();
  server.use(http.put('*/api/cm/user-course/delete-selected-users', down));
  const { user } = renderApp(<CourseLearnersPanel courseId="c1" />);
  await user.click(within(await screen.findByRole('row', { name: /Ali/ })).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Remove course' }));
  const question = screen.getByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Yes' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent(/not available/);
  await user.click(within(question).getByRole('button', { name: 'No' }));
  expect(screen.getByRole('group', { name: '1 selected' })).toBeInTheDocument();
  // The next question begins without the failure of this one.
  await act(user, 'Sara', 'Remove course');
  expect(within(screen.getByRole('alertdialog')).queryByRole('alert')).not.toBeInTheDocument();
});

test('dates that are refused stay as they were typed', async () => {
  serveLearners();
  server.use(http.put('*/api/cm/user-course/update-expdate', down));
  const { user } = renderApp(<CourseLearnersPanel courseId="c1" />);
  await act(user, 'Sara', 'Change dates');
  const dialog = screen.getByRole('dialog', { name: 'Change dates' });
  await pickDate(user, within(dialog).getByRole('group', { name: 'Expiry date' }), '2027-03-04');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/not available/);
  const typed = within(within(dialog).getByRole('group', { name: 'Expiry date' })).getAllByRole('spinbutton');
  expect(typed.map((segment) => segment.getAttribute('aria-valuenow')).toSorted()).toEqual(['2027', '3', '4']);
});

test('an assignment that fails leaves the learners selected', async () => {
  serveLearners();
  server.use(http.put('*/api/cm/user-course/bulk-assign', down));
  const { user } = renderApp(
    <AssignBySearch
      courseId="c1"
      ready
      updateExisting={false}
      dates={{ startDate: '2026-12-01', expiryDate: '2026-12-31' }}
      onAssigned={() => undefined}
    />,
  );
  await user.click(within(await screen.findByRole('row', { name: /Omar/ })).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(screen.getByRole('group', { name: '1 selected' })).toBeInTheDocument();
});

test('learners chosen in their own list choose the course, see what changes, and nobody gets the days twice', async () => {
  const sent: { courseId: string; userIds: string[]; days: number; dryRun: boolean }[] = [];
  let failing = true;
  server.use(
    http.post('*/api/cm/course/fetch-courses', () =>
      HttpResponse.json({ message: 'ok', result: [{ _id: 'c1', id: 'c1', title: 'Python', parts: [] }] }),
    ),
    http.put('*/api/cm/user-course/extend-course', async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number];
      const second = body.userIds.length < 1000;
      if (!body.dryRun && second && failing) return down();
      sent.push(body);
      const result = second
        ? [{ ...assignment('l2', 'Ali'), assignmentId: 'a2', fullname: 'Ali', newState: 'active' }]
        : [{ ...assignment('l1', 'Sara'), assignmentId: 'a1', fullname: 'Sara', newState: 'active' }];
      const rows = result.map((row) => ({ ...row, newExpiryDate: '2027-01-30T20:59:59.999Z' }));
      return HttpResponse.json({ message: 'ok', result: rows, changed: 1, unchanged: second ? 0 : 999 });
    }),
  );
  const userIds = Array.from({ length: 1001 }, (_, index) => `l${index}`);
  let closed = false;
  const { user } = renderApp(<ExtendDialog userIds={userIds} onClose={() => (closed = true)} />);
  const dialog = await screen.findByRole('dialog', { name: 'Extend a course for 1,001 learners' });
  await user.click(within(dialog).getByRole('button', { name: 'Preview changes' }));
  // No course was chosen yet.
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: 'Python' }));
  await user.click(within(dialog).getByRole('button', { name: 'Preview changes' }));
  expect(await within(dialog).findByRole('row', { name: /Sara.*31 Dec 2026.*30 Jan 2027/ })).toBeInTheDocument();
  expect(within(dialog).getByRole('row', { name: /Ali/ })).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Change 2 dates' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/not available/);
  failing = false;
  await user.click(within(dialog).getByRole('button', { name: 'Change 2 dates' }));
  await waitFor(() => expect(closed).toBe(true));
  expect(sent.map(({ dryRun, userIds: ids }) => [dryRun, ids.length])).toEqual([
    [true, 1000],
    [true, 1],
    [false, 1000],
    [false, 1],
  ]);
});

test('support extends, and neither exports nor takes a course away', async () => {
  managerRole.set('support');
  serveLearners();
  const { user } = renderApp(<CourseLearnersPanel courseId="c1" />);
  await user.click(await screen.findByRole('button', { name: 'Actions: Sara' }));
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(names).toEqual(['Change dates', 'Extend']);
  expect(screen.queryByRole('button', { name: 'Export (CSV)' })).not.toBeInTheDocument();
});

test('the zone of the dates in the list is named once', async () => {
  academyInNewZealand();
  serveLearners();
  renderApp(<CourseLearnersPanel courseId="c1" />);
  await screen.findByRole('row', { name: /Sara/ });
  expect(namedZones()).toEqual(ZONE_LINE);
});
