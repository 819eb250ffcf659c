import { useIntl } from 'react-intl';
import { SignInForm } from '@/components/forms/sign-in-form';
import { Dialog } from '@/components/ui/dialog';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { learnerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { useLogin } from '../api/login';

const messages = defineMessages({
  title: { id: 'signInAgain.title', defaultMessage: 'Log in again' },
  automatic: {
    id: 'signInAgain.automatic',
    defaultMessage: 'You were away, so we signed you out. Log in and go on where you were.',
  },
  expired: {
    id: 'signInAgain.expired',
    defaultMessage: 'Your session has ended. Log in and go on where you were.',
  },
  submit: { id: 'signInAgain.submit', defaultMessage: 'Log in and go on' },
  leave: { id: 'signInAgain.leave', defaultMessage: 'Leave this page' },
});

/**
 * Signs in over the page that was open when the session ended, so that nothing on it is lost. `onOther` is told when
 * somebody else signed in than the page belongs to.
 */
export function SignInAgain({ onOther }: { onOther: () => void }) {
  const intl = useIntl();
  const login = useLogin();
  const reason = useStore(learnerSession.endReason);
  const { clientId, fullname } = learnerSession.before()?.identity ?? { clientId: '', fullname: '' };
  return (
    <Dialog alert isOpen onOpenChange={() => undefined} title={intl.formatMessage(messages.title)}>
      <p className="mb-1 font-semibold" dir="auto">
        {fullname}
      </p>
      <p className="mb-4 text-sm text-muted">
        {intl.formatMessage(reason === 'automatic' ? messages.automatic : messages.expired)}
      </p>
      <SignInForm
        action="login"
        label={intl.formatMessage(messages.submit)}
        onSubmit={login.mutateAsync}
        onDone={() => {
          if (learnerSession.state.get()?.identity.clientId !== clientId) onOther();
        }}
      />
      <p className="mt-4 text-center text-sm">
        <TextLink to={paths.client.login}>{intl.formatMessage(messages.leave)}</TextLink>
      </p>
    </Dialog>
  );
}
