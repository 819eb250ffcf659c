import { useIntl } from 'react-intl';
import { AuthCard } from '@/components/forms/auth-card';
import { Button } from '@/components/ui/button';
import { FocusHere } from '@/components/ui/focus-here';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';
import { keptNext } from '@/lib/next-memory';
import { withNext } from '@/lib/next-page';
import { paths } from '@/lib/paths';
import { useActivate } from '../api/activate';
import { ResendActivation } from './resend-activation';

const messages = defineMessages({
  title: { id: 'activation.title', defaultMessage: 'Activate your account' },
  text: { id: 'activation.text', defaultMessage: 'One step left: confirm that {email} is yours.' },
  activate: { id: 'activation.activate', defaultMessage: 'Activate my account' },
  doneTitle: { id: 'activation.done.title', defaultMessage: 'Your account is active' },
  done: { id: 'activation.done', defaultMessage: 'You can sign in now.' },
  login: { id: 'activation.login', defaultMessage: 'Go to sign-in' },
  incomplete: {
    id: 'activation.incomplete',
    defaultMessage: 'This link is incomplete. Please open it again from the e-mail.',
  },
  leaveTitle: { id: 'activation.leave.title', defaultMessage: 'Leave without activating?' },
  leaveText: {
    id: 'activation.leave.text',
    defaultMessage: 'Your account is not active yet. If you leave this page, open the link from the e-mail again.',
  },
  signup: { id: 'client.login.signup', defaultMessage: 'Create an account' },
  unknown: { id: 'activation.unknown', defaultMessage: 'Code not found user with this email.' },
});

/** Opening the link does nothing by itself (mail scanners open links); the button activates. */
export function ActivationPanel({ email, token }: { email: string; token: string }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const activate = useActivate();
  const login = withNext(paths.client.login, keptNext('client'));
  const title = intl.formatMessage(messages.title);
  if (!email || !token) {
    return (
      <AuthCard title={title}>
        <Notice severity="warn">
          <p>{intl.formatMessage(messages.incomplete)}</p>
          {email && <ResendActivation email={email} />}
        </Notice>
        <LinkButton to={login} variant="secondary">
          {intl.formatMessage(messages.login)}
        </LinkButton>
      </AuthCard>
    );
  }
  if (activate.isSuccess) {
    return (
      <AuthCard title={intl.formatMessage(messages.doneTitle)}>
        <FocusHere>
          <Notice severity="success">{intl.formatMessage(messages.done)}</Notice>
        </FocusHere>
        <LinkButton to={login} size="large">
          {intl.formatMessage(messages.login)}
        </LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={title}>
      {/* While the account waits for its activation (section 4); where the link is no good there is nothing to lose. */}
      {!isApiError(activate.error, 'user_not_found', 'wrong_code') && (
        <LeaveGuard title={intl.formatMessage(messages.leaveTitle)} text={intl.formatMessage(messages.leaveText)} />
      )}
      <p className="text-muted">
        {intl.formatMessage(messages.text, {
          email: (
            <bdi key="email" className="font-semibold text-ink">
              {email}
            </bdi>
          ),
        })}
      </p>
      {activate.error && (
        <Notice severity="error">
          <p>
            {isApiError(activate.error, 'user_not_found')
              ? intl.formatMessage(messages.unknown)
              : describe(activate.error)}
          </p>
          {isApiError(activate.error, 'wrong_code') && <ResendActivation email={email} />}
          {isApiError(activate.error, 'user_not_found') && (
            <p className="mt-2">
              <TextLink to={paths.client.signup}>{intl.formatMessage(messages.signup)}</TextLink>
            </p>
          )}
        </Notice>
      )}
      <Button size="large" loading={activate.isPending} onPress={() => activate.mutate({ email, token })}>
        {intl.formatMessage(messages.activate)}
      </Button>
    </AuthCard>
  );
}
