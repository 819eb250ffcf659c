import { useIntl } from 'react-intl';
import { SignInAgainDialog } from '@/components/forms/sign-in-again-dialog';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { queryClient } from '@/lib/query-client';
import { managerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { useManagerLogin } from '../api/login';
import { ManagerSignIn } from './manager-sign-in';

const messages = defineMessages({
  automatic: {
    id: 'signInAgain.manager.automatic',
    defaultMessage: 'You were signed out automatically after 8 hours. Sign in to continue where you were.',
  },
  expired: {
    id: 'signInAgain.expired',
    defaultMessage: 'Your session has ended. Sign in to continue where you were.',
  },
});

/** A manager's session has ended while a page was open: what is typed there waits behind this. */
export function ManagerSignInAgain() {
  const intl = useIntl();
  const login = useManagerLogin();
  const reason = useStore(managerSession.endReason);
  return (
    <SignInAgainDialog
      Form={ManagerSignIn}
      action="manager_login"
      fullname={managerSession.before()?.identity.fullname ?? ''}
      reason={intl.formatMessage(reason === 'automatic' ? messages.automatic : messages.expired)}
      exit={paths.admin.login}
      onSubmit={login.mutateAsync}
      // What was refused meanwhile is asked again.
      onDone={() => void queryClient.invalidateQueries()}
    />
  );
}
