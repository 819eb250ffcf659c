import { useInfiniteQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Moment } from '@/components/ui/moment';
import { Notice } from '@/components/ui/notice';
import { QueryView } from '@/components/ui/query-view';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { mailKinds } from '@/i18n/mail-messages';
import { learnerMailsQueryOptions, useSendMailAgain, type MailDelivery } from '../api/mails';

const messages = defineMessages({
  title: { id: 'mails.title', defaultMessage: 'E-mails' },
  none: { id: 'mails.none', defaultMessage: 'The e-mails that the academy sends to this learner appear here.' },
  waiting: { id: 'mails.state.waiting', defaultMessage: 'Waiting' },
  sent: { id: 'mails.state.sent', defaultMessage: 'Sent' },
  failed: { id: 'mails.state.failed', defaultMessage: 'Not delivered' },
  expired: { id: 'mails.state.expired', defaultMessage: 'Too old, not sent' },
  to: { id: 'mails.to', defaultMessage: 'to {address}' },
  written: { id: 'mails.written', defaultMessage: 'written {at}' },
  sentAt: { id: 'mails.sentAt', defaultMessage: 'sent {at}' },
  next: { id: 'mails.next', defaultMessage: 'next attempt {at}' },
  attempts: { id: 'mails.attempts', defaultMessage: '{count, plural, one {# attempt} other {# attempts}}' },
  again: { id: 'mails.again', defaultMessage: 'Send again' },
  againNamed: { id: 'mails.again.named', defaultMessage: 'Send again: {kind}' },
  onItsWay: { id: 'mails.again.done', defaultMessage: 'The e-mail is being sent again.' },
});

const SEVERITY = { waiting: 'warn', sent: 'success', failed: 'danger', expired: 'danger' } as const;

/** What was mailed to a learner, and what became of it. */
export function LearnerMails({ clientId }: { clientId: string }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const describe = useDescribeError();
  const query = useInfiniteQuery(learnerMailsQueryOptions(clientId));
  const again = useSendMailAgain();
  const send = (mail: MailDelivery) =>
    again.mutate(mail._id, {
      onSuccess: () => showSuccess(messages.onItsWay),
    });
  return (
    <QueryView query={query} empty={intl.formatMessage(messages.none)}>
      {(mails) => (
        <ul aria-label={intl.formatMessage(messages.title)} className="divide-y divide-line">
          {mails.map((mail) => (
            <li key={mail._id} className="flex flex-col gap-2 py-3">
              <Mail mail={mail} busy={again.isPending && again.variables === mail._id} onAgain={() => send(mail)} />
              {again.error && again.variables === mail._id && <Notice severity="error">{describe(again.error)}</Notice>}
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function Mail({ mail, busy, onAgain }: { mail: MailDelivery; busy: boolean; onAgain: () => void }) {
  const intl = useIntl();
  const known = mailKinds[mail.kind];
  const kind = known ? intl.formatMessage(known) : mail.kind;
  const at = (value: string) => ({ at: <Moment key={value} value={value} /> });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-48 tight:min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span>{kind}</span>
          <Badge severity={SEVERITY[mail.state]}>{intl.formatMessage(messages[mail.state])}</Badge>
        </p>
        <p className="text-sm">
          <bdi>{mail.subject}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{intl.formatMessage(messages.to, { address: <bdi key="to">{mail.to}</bdi> })}</span>
          <span>{intl.formatMessage(messages.written, at(mail.createdAt))}</span>
          {mail.sentAt && <span>{intl.formatMessage(messages.sentAt, at(mail.sentAt))}</span>}
          {mail.nextAttemptAt && <span>{intl.formatMessage(messages.next, at(mail.nextAttemptAt))}</span>}
          {mail.attempts > 1 && <span>{intl.formatMessage(messages.attempts, { count: mail.attempts })}</span>}
        </p>
        {mail.state !== 'sent' && mail.lastError && (
          <p dir="ltr" className="text-sm text-danger rtl:text-end">
            {mail.lastError}
          </p>
        )}
      </div>
      {mail.repeatable && (
        <Button
          size="small"
          variant="secondary"
          loading={busy}
          aria-label={intl.formatMessage(messages.againNamed, { kind })}
          onPress={onAgain}
        >
          {intl.formatMessage(messages.again)}
        </Button>
      )}
    </div>
  );
}
