import { useIntl } from 'react-intl';
import { SignInAgainDialog } from '@/components/forms/sign-in-again-dialog';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { learnerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { useLogin } from '../api/login';
import { limitText } from '../session-end';

const messages = defineMessages({
  automatic: {
    id: 'signInAgain.automatic',
    defaultMessage: 'You were away, so we signed you out. Sign in to continue where you were.',
  },
  expired: {
    id: 'signInAgain.expired',
    defaultMessage: 'Your session has ended. Sign in to continue where you were.',
  },
});

/** `onOther` is told when somebody else signed in than the page belongs to. */
export function SignInAgain({ onOther }: { onOther: () => void }) {
  const intl = useIntl();
  const login = useLogin();
  const reason = useStore(learnerSession.endReason);
  const { clientId, fullname } = learnerSession.before()?.identity ?? { clientId: '', fullname: '' };
  return (
    <SignInAgainDialog
      action="login"
      fullname={fullname}
      reason={intl.formatMessage(reason === 'automatic' ? messages.automatic : (limitText(reason) ?? messages.expired))}
      exit={paths.client.login}
      onSubmit={login.mutateAsync}
      onDone={() => {
        if (learnerSession.state.get()?.identity.clientId !== clientId) onOther();
      }}
    />
  );
}
