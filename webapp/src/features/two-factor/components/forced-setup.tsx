import { useState } from 'react';
import { useIntl } from 'react-intl';
import { AuthCard } from '@/components/forms/auth-card';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { paths } from '@/lib/paths';
import { useBeginTotp } from '../api/two-factor';
import { RecoveryCodes } from './recovery-codes';
import { TotpSetup } from './totp-setup';

const messages = defineMessages({
  title: { id: 'forcedSetup.title', defaultMessage: 'Set up two-step verification' },
  text: {
    id: 'forcedSetup.text',
    defaultMessage:
      'The academy requires it of every manager. You need a phone with an authenticator app; it takes a minute.',
  },
  begin: { id: 'forcedSetup.begin', defaultMessage: 'Begin' },
  logout: { id: 'forcedSetup.logout', defaultMessage: 'Log out' },
});

/** What a manager without a second factor sees in an academy that requires one. */
export function ForcedSetup({ onDone }: { onDone: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const begin = useBeginTotp();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <AuthCard
      title={intl.formatMessage(messages.title)}
      text={intl.formatMessage(messages.text)}
      footer={<TextLink to={paths.admin.logout}>{intl.formatMessage(messages.logout)}</TextLink>}
    >
      {begin.error && <Notice severity="error">{describe(begin.error)}</Notice>}
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : begin.data ? (
        <TotpSetup {...begin.data} onDone={setCodes} />
      ) : (
        <Button loading={begin.isPending} onPress={() => begin.mutate()}>
          {intl.formatMessage(messages.begin)}
        </Button>
      )}
    </AuthCard>
  );
}
