import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { MailDelivery } from '@/lib/models';
import { mailQueryOptions, useSendTestMail } from '../api/test-mail';

const messages = defineMessages({
  send: { id: 'site.mail.send', defaultMessage: 'Send me a test e-mail' },
  waiting: { id: 'site.mail.waiting', defaultMessage: 'The e-mail to {address} is on its way …' },
  sent: {
    id: 'site.mail.sent',
    defaultMessage:
      'The mail server accepted the e-mail to {address}. Check that it has arrived and is not in the spam folder.',
  },
  trying: {
    id: 'site.mail.trying',
    defaultMessage: 'The mail server could not be used; the academy keeps trying. It said:',
  },
  failed: { id: 'site.mail.failed', defaultMessage: 'The mail server refused the e-mail. It said:' },
});

/** Sends the signed-in owner a mail, and says what became of it. */
export function MailTest() {
  const intl = useIntl();
  const describe = useDescribeError();
  const send = useSendTestMail();
  const { data } = useQuery(mailQueryOptions(send.data?._id));
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" loading={send.isPending} onPress={() => send.mutate()}>
        {intl.formatMessage(messages.send)}
      </Button>
      {send.error && <Notice severity="error">{describe(send.error)}</Notice>}
      {send.data && <Outcome mail={data ?? send.data} />}
    </div>
  );
}

function Outcome({ mail }: { mail: MailDelivery }) {
  const intl = useIntl();
  const address = <bdi key="address">{mail.to}</bdi>;
  if (mail.state === 'sent')
    return <Notice severity="success">{intl.formatMessage(messages.sent, { address })}</Notice>;
  if (!mail.lastError) return <Notice>{intl.formatMessage(messages.waiting, { address })}</Notice>;
  return (
    <Notice severity={mail.state === 'waiting' ? 'warn' : 'error'}>
      <p>{intl.formatMessage(mail.state === 'waiting' ? messages.trying : messages.failed)}</p>
      <p dir="auto" className="mt-1 font-mono text-xs break-words">
        {mail.lastError}
      </p>
    </Notice>
  );
}
