import { useIntl } from 'react-intl';
import { AuthCard } from '@/components/forms/auth-card';
import { SignUpForm } from '@/components/forms/sign-up-form';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { useManagerSignup } from '../api/signup';

const messages = defineMessages({
  title: { id: 'admin.signup.title', defaultMessage: 'Manager sign-up' },
  text: {
    id: 'admin.signup.text',
    defaultMessage: 'The academy’s first manager signs up here. Owners add the others.',
  },
  submit: { id: 'admin.signup.submit', defaultMessage: 'Sign up' },
  login: { id: 'admin.signup.login', defaultMessage: 'Go to sign-in' },
});

export function ManagerSignupForm({
  setupCodeRequired = false,
  onSuccess,
}: {
  setupCodeRequired?: boolean;
  onSuccess: () => void;
}) {
  const intl = useIntl();
  const signup = useManagerSignup();
  return (
    <AuthCard
      title={intl.formatMessage(messages.title)}
      text={intl.formatMessage(messages.text)}
      footer={<TextLink to={paths.admin.login}>{intl.formatMessage(messages.login)}</TextLink>}
    >
      <SignUpForm
        action="manager_signup"
        label={intl.formatMessage(messages.submit)}
        setupCodeRequired={setupCodeRequired}
        onSubmit={signup.mutateAsync}
        onDone={onSuccess}
      />
    </AuthCard>
  );
}
