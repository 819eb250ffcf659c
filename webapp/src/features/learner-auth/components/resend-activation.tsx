import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { useResendActivation } from '../api/signup';

const messages = defineMessages({
  resend: { id: 'activation.resend', defaultMessage: 'Send the activation link again' },
  sent: { id: 'activation.resent', defaultMessage: 'If the account still needs it, a new link has been sent.' },
});

export function ResendActivation({ email }: { email: string }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const resend = useResendActivation();
  if (resend.isSuccess) return <p>{intl.formatMessage(messages.sent)}</p>;
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <Button size="small" variant="secondary" loading={resend.isPending} onPress={() => resend.mutate(email)}>
        {intl.formatMessage(messages.resend)}
      </Button>
      {resend.error && <p>{describe(resend.error)}</p>}
    </div>
  );
}
