import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { AuthCard } from '@/components/forms/auth-card';
import { PauseHelp } from '@/components/forms/pause-help';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { isApiError } from '@/lib/api-error';
import { managerSession } from '@/lib/session';
import { useManagerLogin } from '../api/login';
import { ManagerSignIn } from './manager-sign-in';

const messages = defineMessages({
  title: { id: 'admin.login.title', defaultMessage: 'Manager sign-in' },
  submit: { id: 'admin.login.submit', defaultMessage: 'Sign in' },
  automatic: {
    id: 'admin.login.automatic',
    defaultMessage: 'You were signed out automatically after 8 hours. Please sign in again.',
  },
});

export function ManagerLoginForm({ onSuccess, footer }: { onSuccess: () => void; footer?: ReactNode }) {
  const intl = useIntl();
  const login = useManagerLogin();
  const [automatic] = useState(() => managerSession.endedAutomatically());
  return (
    <AuthCard title={intl.formatMessage(messages.title)} footer={footer}>
      {automatic && <Notice severity="warn">{intl.formatMessage(messages.automatic)}</Notice>}
      <ManagerSignIn
        action="manager_login"
        label={intl.formatMessage(messages.submit)}
        onSubmit={login.mutateAsync}
        onDone={onSuccess}
        help={(error) => isApiError(error, 'too_many_attempts') && <PauseHelp />}
      />
    </AuthCard>
  );
}
