import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { MailDelivery } from '../api/mails';
import { LearnerMails } from './learner-mails';

const mail = (_id: string, change: Partial<MailDelivery> = {}): MailDelivery => ({
  _id,
  to: 'sara@example.com',
  kind: 'activation',
  subject: 'فعّل حسابك',
  state: 'sent',
  attempts: 1,
  lastError: '',
  createdAt: '2026-11-20T08:00:00.000Z',
  nextAttemptAt: null,
  sentAt: '2026-11-20T08:00:05.000Z',
  repeatable: false,
  ...change,
});
const waiting = mail('m2', {
  state: 'waiting',
  attempts: 3,
  lastError: '451 try later',
  sentAt: null,
  nextAttemptAt: '2026-11-20T09:00:00.000Z',
  repeatable: true,
});

test.each(['en', 'ar'] as const)('tells what became of each mail (%s)', async (locale) => {
  server.use(
    http.post('*/api/cm/mail/fetch-mails', () =>
      HttpResponse.json({ message: 'ok', result: [waiting, mail('m1', { kind: 'recovery' })], nextCursor: null }),
    ),
  );
  renderApp(<LearnerMails clientId="l1" />, { locale });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(
    locale === 'en' ? /Activation link.*Waiting.*3 attempts.*451 try later/ : /رابط التفعيل.*3 محاولات/,
  );
  expect(second).toHaveTextContent(locale === 'en' ? /Recovery code.*Sent/ : /رمز استعادة كلمة المرور.*أُرسلت/);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(await axeProblems()).toEqual([]);
});

test.each(['en', 'ar'] as const)('a mail that was too old to be sent says so (%s)', async (locale) => {
  const expired = mail('m3', { kind: 'unlock', state: 'expired', attempts: 0, sentAt: null });
  server.use(
    http.post('*/api/cm/mail/fetch-mails', () =>
      HttpResponse.json({ message: 'ok', result: [expired], nextCursor: null }),
    ),
  );
  renderApp(<LearnerMails clientId="l1" />, { locale });
  expect(await screen.findByText(locale === 'en' ? 'Too old, not sent' : 'قديمة جدًا، فلم تُرسل')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a mail is sent again, and its refusal stands at it', async () => {
  const sent: unknown[] = [];
  let result = [waiting];
  server.use(
    http.post('*/api/cm/mail/fetch-mails', () => HttpResponse.json({ message: 'ok', result, nextCursor: null })),
    http.post('*/api/cm/mail/send-again', async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1) return HttpResponse.json({ message: 'x', code: 'mail_not_repeatable' }, { status: 409 });
      result = [mail('m2')];
      return HttpResponse.json({ message: 'ok', result: mail('m2') });
    }),
  );
  const { user } = renderApp(<LearnerMails clientId="l1" />);
  const again = await screen.findByRole('button', { name: 'Send again: Activation link' });
  await user.click(again);
  expect(await screen.findByRole('alert')).toHaveTextContent('cannot be sent again');
  await user.click(again);
  expect(await screen.findByText('Sent')).toBeInTheDocument();
  expect(sent).toEqual([{ mailId: 'm2' }, { mailId: 'm2' }]);
});

test('the list goes on where its page ends', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/cm/mail/fetch-mails', async ({ request }) => {
      const body = (await request.json()) as { cursor?: string };
      asked.push(body);
      return HttpResponse.json({
        message: 'ok',
        result: [mail(body.cursor ?? 'm1')],
        nextCursor: body.cursor ? null : 'next',
      });
    }),
  );
  const { user } = renderApp(<LearnerMails clientId="l1" />);
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(asked).toEqual([{ clientId: 'l1' }, { clientId: 'l1', cursor: 'next' }]);
});
