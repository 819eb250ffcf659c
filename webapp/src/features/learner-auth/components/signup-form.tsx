import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { AuthCard } from '@/components/forms/auth-card';
import { SignUpForm } from '@/components/forms/sign-up-form';
import { FocusHere } from '@/components/ui/focus-here';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { keepNext } from '@/lib/next-memory';
import { nextIn, withNext } from '@/lib/next-page';
import { paths } from '@/lib/paths';
import { useSignup } from '../api/signup';
import { ResendActivation } from './resend-activation';

const messages = defineMessages({
  title: { id: 'client.signup.title', defaultMessage: 'Create an account' },
  text: {
    id: 'client.signup.text',
    defaultMessage: 'It takes a minute. We will send you a link to confirm your e-mail address.',
  },
  submit: { id: 'client.signup.submit', defaultMessage: 'Sign up' },
  login: { id: 'client.signup.login', defaultMessage: 'I already have an account' },
  sentTitle: { id: 'client.signup.sent.title', defaultMessage: 'Check your e-mail' },
  sentText: {
    id: 'client.signup.sent.text',
    defaultMessage: 'We have sent an activation link to {email}. Open it within 48 hours, then sign in.',
  },
  toLogin: { id: 'client.signup.sent.login', defaultMessage: 'Go to sign-in' },
});

export function SignupForm() {
  const intl = useIntl();
  const signup = useSignup();
  const next = nextIn('client', useLocation().search);
  const login = withNext(paths.client.login, next);

  if (signup.isSuccess) {
    const sentTo = signup.variables.email;
    return (
      <AuthCard
        title={intl.formatMessage(messages.sentTitle)}
        footer={<TextLink to={login}>{intl.formatMessage(messages.toLogin)}</TextLink>}
      >
        <FocusHere>
          <Notice severity="success">
            {intl.formatMessage(messages.sentText, { email: <bdi key="email">{sentTo}</bdi> })}
          </Notice>
        </FocusHere>
        <ResendActivation email={sentTo} />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={intl.formatMessage(messages.title)}
      text={intl.formatMessage(messages.text)}
      footer={<TextLink to={login}>{intl.formatMessage(messages.login)}</TextLink>}
    >
      <SignUpForm
        action="signup"
        label={intl.formatMessage(messages.submit)}
        onSubmit={signup.mutateAsync}
        onDone={() => keepNext(next)}
      />
    </AuthCard>
  );
}
