import { useState } from 'react';
import { useIntl } from 'react-intl';
import { AuthCard } from '@/components/forms/auth-card';
import { PauseHelp } from '@/components/forms/pause-help';
import { SignInForm } from '@/components/forms/sign-in-form';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { isApiError } from '@/lib/api-error';
import { keepingNext, keepNext } from '@/lib/next-memory';
import { withNext } from '@/lib/next-page';
import { paths } from '@/lib/paths';
import { learnerSession } from '@/lib/session';
import { useLogin } from '../api/login';
import { limitText } from '../session-end';
import { ResendActivation } from './resend-activation';

const messages = defineMessages({
  title: { id: 'client.login.title', defaultMessage: 'Sign in' },
  text: { id: 'client.login.text', defaultMessage: 'Welcome back. Your courses are waiting where you left them.' },
  submit: { id: 'client.login.submit', defaultMessage: 'Sign in' },
  forgot: { id: 'client.login.forgot', defaultMessage: 'Forgot your password?' },
  signup: { id: 'client.login.signup', defaultMessage: 'Create an account' },
});

/** `next` is the screen to which the sign-in leads, if one was asked for. */
export function LoginForm({ next = null, onSuccess }: { next?: string | null; onSuccess: () => void }) {
  const intl = useIntl();
  const login = useLogin();
  const [why] = useState(() => limitText(learnerSession.endReason.get()));
  return (
    <AuthCard
      title={intl.formatMessage(messages.title)}
      text={intl.formatMessage(messages.text)}
      footer={
        <>
          <TextLink to={withNext(paths.client.forgotPassword, next)}>{intl.formatMessage(messages.forgot)}</TextLink>
          <TextLink to={withNext(paths.client.signup, next)}>{intl.formatMessage(messages.signup)}</TextLink>
        </>
      }
    >
      {why && <Notice severity="warn">{intl.formatMessage(why)}</Notice>}
      <SignInForm
        action="login"
        label={intl.formatMessage(messages.submit)}
        onSubmit={(input) => keepingNext(next, () => login.mutateAsync(input))}
        onDone={() => {
          keepNext(null);
          onSuccess();
        }}
        help={(error, email) => {
          if (isApiError(error, 'not_activated')) return <ResendActivation email={email} />;
          return isApiError(error, 'too_many_attempts') && <PauseHelp />;
        }}
      />
    </AuthCard>
  );
}
