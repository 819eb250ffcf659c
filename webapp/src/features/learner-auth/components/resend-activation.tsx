import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { useResendActivation } from '../api/signup';

const messages = defineMessages({
  resend: { id: 'activation.resend', defaultMessage: 'Send the activation link again' },
  sent: { id: 'activation.resent', defaultMessage: 'If the account still needs activating, a new link has been sent.' },
});

export function ResendActivation({ email }: { email: string }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const showSuccess = useSuccessToast();
  const resend = useResendActivation();
  const send = () => resend.mutate(email, { onSuccess: () => showSuccess(common.requestSent) });
  if (resend.isSuccess) return <p>{intl.formatMessage(messages.sent)}</p>;
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <Button size="small" variant="secondary" loading={resend.isPending} onPress={send}>
        {intl.formatMessage(messages.resend)}
      </Button>
      {resend.error && <p>{describe(resend.error)}</p>}
    </div>
  );
}
