import { useIntl } from 'react-intl';
import { AuthCard } from '@/components/forms/auth-card';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  title: { id: 'accessDenied.title', defaultMessage: 'Access denied' },
  text: {
    id: 'accessDenied.text',
    defaultMessage:
      'Your account was signed in from another device or browser, You are not authorized to access this resource.',
  },
  advice: {
    id: 'accessDenied.advice',
    defaultMessage:
      'If that was you, go on there or log in again here. If it was not, log in and change your password.',
  },
  login: { id: 'accessDenied.login', defaultMessage: 'Log in again' },
});

export function AccessDeniedPanel() {
  const intl = useIntl();
  return (
    <AuthCard title={intl.formatMessage(messages.title)}>
      <Notice severity="error">{intl.formatMessage(messages.text)}</Notice>
      <p className="text-sm text-muted">{intl.formatMessage(messages.advice)}</p>
      <LinkButton to={paths.client.login} size="large">
        {intl.formatMessage(messages.login)}
      </LinkButton>
    </AuthCard>
  );
}
