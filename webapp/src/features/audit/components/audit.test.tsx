import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { onTestFinished } from 'vitest';
import { theme } from '@/lib/preferences';
import { academyInNewZealand, namedZones, ZONE_LINE } from '@/testing/academy-zone';
import { axeProblems } from '@/testing/axe';
import { isolateOf } from '@/testing/dom';
import { pickDate } from '@/testing/pick-date';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { AuditEvent } from '../api/audit';
import { AuditPage } from './audit-page';
import { LearnerHistory } from './learner-history';

const event = (position: number, change: Partial<AuditEvent> = {}): AuditEvent => ({
  _id: `e${position}`,
  position,
  at: '2026-11-20T08:00:00.000Z',
  actor: { kind: 'manager', _id: 'm1', name: 'Mona' },
  action: 'learner.updated',
  subject: { kind: 'learner', _id: 'l1', name: 'سارة' },
  peer: '192.0.2.7',
  device: '',
  requestId: '',
  details: { changed: 'fullname, phonenumber', courseId: 'c1' },
  hash: '',
  ...change,
});

function answer(result: AuditEvent[], nextCursor: string | null = null) {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/cm/audit/fetch-events', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ message: 'ok', result, nextCursor });
    }),
  );
  return asked;
}

test.each(['en', 'ar'] as const)('says who did what to whom (%s)', async (locale) => {
  answer([event(2), event(1, { action: 'moon.landed', actor: { kind: 'anonymous', _id: '', name: '' }, details: {} })]);
  renderApp(<AuditPage />, { locale, path: '/admin/audit' });
  const items = await screen.findAllByRole('listitem');
  expect(items[0]).toHaveTextContent(
    locale === 'en'
      ? /Learner details changed.*سارة.*by Mona.*192\.0\.2\.7.*Changed:.*Full name, Phone number/
      : /عُدّلت بيانات متعلّم.*سارة.*بواسطة Mona/,
  );
  expect(items[0]).not.toHaveTextContent('c1');
  expect(screen.getAllByRole('link', { name: 'سارة' })[0]).toHaveAttribute('href', '/admin/users/user/l1');
  // What the page has no words for is shown as it is.
  expect(items[1]).toHaveTextContent('moon.landed');
  expect(await axeProblems()).toEqual([]);
});

test.each(['en', 'ar'] as const)('says which key was replaced (%s)', async (locale) => {
  const keys = { kind: 'keys', _id: 'media', name: 'media' };
  const actor = { kind: 'system', _id: '', name: '' };
  answer([event(1, { action: 'keys.rotated', subject: keys, actor, peer: '', details: { key: '0a1b2c3d4e5f' } })]);
  renderApp(<AuditPage />, { locale, path: '/admin/audit' });
  expect(await screen.findByRole('listitem')).toHaveTextContent(
    locale === 'en'
      ? /A key was replaced.*media.*by someone on the academy’s server.*New key:.*0a1b2c3d4e5f/
      : /استُبدل مفتاح.*media.*بواسطة شخص على خادم الأكاديمية.*المفتاح الجديد:.*0a1b2c3d4e5f/,
  );
});

test('dates of an assignment are told as dates, the first one first', async () => {
  const details = {
    startDate: '2026-09-21T09:00:00.000Z',
    expiryDate: '2026-11-11T09:00:00.000Z',
    learnerName: 'سارة',
  };
  const backwards = Object.fromEntries(Object.entries(details).reverse());
  answer([event(1, { action: 'assignment.created', details: backwards })]);
  renderApp(<AuditPage />, { locale: 'en', path: '/admin/audit' });
  expect(await screen.findByRole('listitem')).toHaveTextContent(/Learner:سارةFrom:21 Sept? 2026Until:11 Nov 2026/);
});

test.each([
  [
    'course.updated',
    { changed: 'title,parts', titleBefore: 'Old', partsAdded: '2' },
    /Changed:Title, LessonsPrevious title:OldLessons added:2/,
  ],
  ['captions.uploaded', { lang: 'ar', label: 'نصوص' }, /Language:ArabicLabel:نصوص/],
  ['upload.created', { size: '1500000' }, /Size:1.5 MB/],
  ['learner.sign_in_failed', { reason: 'wrong_password' }, /Reason:You have entered a wrong password/],
  ['manager.signed_in', { factor: 'passkey' }, /Manager signed in.*Confirmed with:Passkey/],
  ['manager.signed_in', { factor: 'totp' }, /Confirmed with:Authenticator app/],
  ['manager.sign_in_failed', { reason: 'wrong_passkey' }, /Reason:The passkey was not accepted/],
  ['manager.passkey_added', { name: 'Phone' }, /Manager added a passkey.*Name:Phone/],
  ['manager.passkey_removed', {}, /Manager deleted a passkey/],
  ['learner.signed_out', { reason: 'signed_out_by_manager' }, /Reason:Signed out by a manager/],
  [
    'learner.exported',
    { with: 'courses', search: 'sara', learners: '1200' },
    /Learners exported.*Learners:1,200Search:saraWith:Courses/,
  ],
  ['course.exported', { learners: '2' }, /Learners of a course exported.*Learners:2/],
  [
    'learner.missing_deleted',
    { assignments: '1200', learners: '8' },
    /missing learners deleted.*Learners:8Assignments:1,200/,
  ],
  ['learner.bank_read', {}, /Learner’s bank info viewed/],
  ['mail.sent_again', { kind: 'password_changed' }, /Kind:Notice of a changed password/],
  ['moon.landed', { crew: 'three' }, /crewthree/],
])('details of %s are told in words', async (action, details, text) => {
  answer([event(1, { action, details })]);
  renderApp(<AuditPage />, { locale: 'en', path: '/admin/audit' });
  expect(await screen.findByRole('listitem')).toHaveTextContent(text);
});

test('filters are taken from the address and written to it', async () => {
  const asked = answer([event(1)]);
  const { user, router } = renderApp(<AuditPage />, { path: '/admin/audit?group=learner.&from=2026-11-01' });
  await waitFor(() => expect(asked).toEqual([{ action: 'learner.', from: '2026-11-01' }]));
  await user.click(screen.getByRole('button', { name: /Type of event/ }));
  await user.click(await screen.findByRole('option', { name: 'Courses' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  await pickDate(user, screen.getByRole('group', { name: 'To' }), '2026-11-30');
  await waitFor(() => expect(router.state.location.search).toBe('?group=course.&from=2026-11-01&to=2026-11-30'));
  await waitFor(() => expect(asked.at(-1)).toEqual({ action: 'course.', from: '2026-11-01', to: '2026-11-30' }));
  await user.click(screen.getByRole('button', { name: 'Show everything' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({}));
  expect(router.state.location.search).toBe('');
});

test('dates in the wrong order are told and not asked for', async () => {
  const asked = answer([]);
  renderApp(<AuditPage />, { path: '/admin/audit?from=2026-11-30&to=2026-11-01' });
  expect(await screen.findByText('The end must not be before the start.')).toBeInTheDocument();
  expect(asked).toEqual([]);
});

test('a learner’s history asks for that learner', async () => {
  const asked = answer([
    event(1, { actor: { kind: 'learner', _id: 'l1', name: 'سارة' }, action: 'learner.signed_in' }),
  ]);
  renderApp(<LearnerHistory clientId="l1" />);
  const item = await screen.findByRole('listitem');
  expect(item).toHaveTextContent('Learner signed in');
  expect(item).not.toHaveTextContent('by');
  expect(asked).toEqual([{ subjectId: 'l1' }]);
});

test('the zone of the days that are asked for, and of all that happened, is named once', async () => {
  academyInNewZealand();
  answer([event(1, { details: { startDate: '2026-11-30T11:00:00.000Z' } }), event(2)]);
  renderApp(<AuditPage />, { path: '/admin/audit?from=2026-11-01' });
  expect((await screen.findAllByRole('listitem'))[0]).toHaveTextContent('From:1 Dec 2026');
  expect(namedZones()).toEqual(ZONE_LINE);
});

test('the dates of an assignment are told in both calendars to who chose the Hijri one', async () => {
  act(() => theme.set({ ...theme.get(), calendar: 'islamic-umalqura' }));
  onTestFinished(() => act(() => theme.set({ ...theme.get(), calendar: 'gregory' })));
  answer([event(1, { details: { startDate: '2026-11-30T21:00:00.000Z' } })]);
  renderApp(<AuditPage />, { path: '/admin/audit' });
  expect(await screen.findByRole('listitem')).toHaveTextContent('From:21 Jum. II 1448 AH 1 Dec 2026');
  // In an isolate of its own the two would stand in the wrong order on an Arabic page.
  for (const date of screen.getAllByRole('time')) expect(isolateOf(date)).toBeNull();
});
