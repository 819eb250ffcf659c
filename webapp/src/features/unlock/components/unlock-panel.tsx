import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { AuthCard } from '@/components/forms/auth-card';
import { Button } from '@/components/ui/button';
import { FocusHere } from '@/components/ui/focus-here';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';
import { keptNext } from '@/lib/next-memory';
import { withNext } from '@/lib/next-page';
import type { Person } from '@/lib/password-again';
import { paths } from '@/lib/paths';
import { useOpenLink } from '../api/open-link';

const messages = defineMessages({
  title: { id: 'unlock.title', defaultMessage: 'Sign in during the pause' },
  text: {
    id: 'unlock.text',
    defaultMessage:
      'Signing in to your account is paused because of wrong passwords. The button lets you sign in from here anyway. You still need your password.',
  },
  open: { id: 'unlock.open', defaultMessage: 'Let me sign in' },
  done: { id: 'unlock.done', defaultMessage: 'You can sign in from here now, with your password.' },
  login: { id: 'unlock.login', defaultMessage: 'Go to sign-in' },
  incomplete: {
    id: 'unlock.incomplete',
    defaultMessage: 'This link is incomplete. Please open it again from the e-mail.',
  },
});

/** Opening the page does nothing by itself (mail scanners open links); the button uses the link. */
export function UnlockPanel({ person }: { person: Person }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const { hash } = useLocation();
  const open = useOpenLink(person);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const title = intl.formatMessage(messages.title);
  const to =
    person === 'manager'
      ? withNext(paths.admin.login, keptNext('admin'))
      : withNext(paths.client.login, keptNext('client'));
  const login = (
    <LinkButton to={to} size="large">
      {intl.formatMessage(messages.login)}
    </LinkButton>
  );
  if (!token) {
    return (
      <AuthCard title={title}>
        <Notice severity="warn">{intl.formatMessage(messages.incomplete)}</Notice>
        {login}
      </AuthCard>
    );
  }
  if (open.isSuccess) {
    return (
      <AuthCard title={title}>
        <FocusHere>
          <Notice severity="success">{intl.formatMessage(messages.done)}</Notice>
        </FocusHere>
        {login}
      </AuthCard>
    );
  }
  return (
    <AuthCard title={title} text={intl.formatMessage(messages.text)}>
      {open.error && <Notice severity="error">{describe(open.error)}</Notice>}
      {isApiError(open.error, 'invalid_unlock_link') ? (
        login
      ) : (
        <Button size="large" loading={open.isPending} onPress={() => open.mutate(token)}>
          {intl.formatMessage(messages.open)}
        </Button>
      )}
    </AuthCard>
  );
}
