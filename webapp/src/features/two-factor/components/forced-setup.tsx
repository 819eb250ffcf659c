import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { AuthCard } from '@/components/forms/auth-card';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { paths } from '@/lib/paths';
import { passkeysQueryOptions, whyNoPasskey } from '../api/passkeys';
import { useBeginTotp } from '../api/two-factor';
import { PasskeyForm } from './passkey-form';
import { RecoveryCodes } from './recovery-codes';
import { factorTexts } from './texts';
import { TotpSetup } from './totp-setup';

const messages = defineMessages({
  title: { id: 'forcedSetup.title', defaultMessage: 'Set up two-step verification' },
  text: {
    id: 'forcedSetup.text',
    defaultMessage:
      'The academy requires this of every manager. You need a phone with an authenticator app. It takes a minute.',
  },
  choiceText: {
    id: 'forcedSetup.choice.text',
    defaultMessage:
      'The academy requires this of every manager. Choose a passkey (your device’s fingerprint, face or PIN) or an authenticator app on your phone. It takes a minute.',
  },
  otherWay: { id: 'forcedSetup.otherWay', defaultMessage: 'Another way' },
  logout: { id: 'forcedSetup.logout', defaultMessage: 'Sign out' },
});

/** What a manager without a second factor sees in an academy that requires one. */
export function ForcedSetup({ onDone }: { onDone: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const { data } = useQuery(passkeysQueryOptions());
  const begin = useBeginTotp();
  const [adding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Where there are no passkeys, for whatever reason, the app is the way.
  const choice = data !== undefined && whyNoPasskey(data.origin) === null;
  const back = () => {
    setAdding(false);
    begin.reset();
  };
  return (
    <AuthCard
      title={intl.formatMessage(messages.title)}
      text={codes || adding ? undefined : intl.formatMessage(choice ? messages.choiceText : messages.text)}
      footer={<TextLink to={paths.admin.logout}>{intl.formatMessage(messages.logout)}</TextLink>}
    >
      {begin.error && <Notice severity="error">{describe(begin.error)}</Notice>}
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : adding ? (
        <PasskeyForm onDone={setCodes} />
      ) : begin.data ? (
        <TotpSetup {...begin.data} onDone={setCodes} />
      ) : (
        <>
          {choice && <Button onPress={() => setAdding(true)}>{intl.formatMessage(factorTexts.addPasskey)}</Button>}
          <Button variant={choice ? 'secondary' : 'primary'} loading={begin.isPending} onPress={() => begin.mutate()}>
            {intl.formatMessage(factorTexts.setUpApp)}
          </Button>
        </>
      )}
      {choice && !codes && (adding || begin.data) && (
        <Button variant="quiet" size="small" className="self-center" onPress={back}>
          {intl.formatMessage(messages.otherWay)}
        </Button>
      )}
    </AuthCard>
  );
}
