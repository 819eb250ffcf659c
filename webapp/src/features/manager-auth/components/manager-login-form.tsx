import { useState } from 'react';
import { useIntl } from 'react-intl';
import { AuthCard } from '@/components/forms/auth-card';
import { PauseHelp } from '@/components/forms/pause-help';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { isApiError } from '@/lib/api-error';
import { keepingNext, keepNext } from '@/lib/next-memory';
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
  forgot: {
    id: 'admin.login.forgot',
    defaultMessage: 'Forgot your password? An owner of the academy can set a new one for you under “Managers”.',
  },
});

/** `next` is the screen to which the sign-in leads, if one was asked for. */
export function ManagerLoginForm({ next = null, onSuccess }: { next?: string | null; onSuccess: () => void }) {
  const intl = useIntl();
  const login = useManagerLogin();
  const [automatic] = useState(() => managerSession.endedAutomatically());
  return (
    <AuthCard
      title={intl.formatMessage(messages.title)}
      footer={<p className="text-muted">{intl.formatMessage(messages.forgot)}</p>}
    >
      {automatic && <Notice severity="warn">{intl.formatMessage(messages.automatic)}</Notice>}
      <ManagerSignIn
        action="manager_login"
        label={intl.formatMessage(messages.submit)}
        onSubmit={(input) => keepingNext(next, () => login.mutateAsync(input))}
        onDone={() => {
          keepNext(null);
          onSuccess();
        }}
        help={(error) => isApiError(error, 'too_many_attempts') && <PauseHelp />}
      />
    </AuthCard>
  );
}
