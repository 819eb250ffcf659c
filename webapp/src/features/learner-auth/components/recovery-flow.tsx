import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { AuthCard } from '@/components/forms/auth-card';
import { Button } from '@/components/ui/button';
import { FocusHere } from '@/components/ui/focus-here';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { nextIn, withNext } from '@/lib/next-page';
import { paths } from '@/lib/paths';
import { forgetRecovery, keepRecovery, keptRecovery, type Recovery } from '../recovery-memory';
import { RecoveryCodeForm, RecoveryEmailForm, RecoveryPasswordForm, SendCodeAgain } from './recovery-forms';

const messages = defineMessages({
  title: { id: 'recovery.title', defaultMessage: 'Forgotten password' },
  emailText: { id: 'recovery.email.text', defaultMessage: 'Enter your e-mail address; we send you a code.' },
  codeText: {
    id: 'recovery.code.text',
    defaultMessage: 'Enter the six digits from the e-mail that we have just sent. They are valid for 10 minutes.',
  },
  passwordText: { id: 'recovery.password.text', defaultMessage: 'Choose a new password.' },
  restart: { id: 'recovery.restart', defaultMessage: 'Start again with another code' },
  done: { id: 'recovery.done', defaultMessage: 'Password Changed' },
  doneText: { id: 'recovery.done.text', defaultMessage: 'Sign in with your new password.' },
  login: { id: 'recovery.login', defaultMessage: 'Back to sign-in' },
});

type Step = { step: 'email'; email: string } | Recovery | { step: 'done' };

/** A link in the mail names its recovery in the fragment, which browsers do not send. */
const handleIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('handle') ?? '';

function firstStep(hash: string): Step {
  const kept = keptRecovery();
  const mailed = handleIn(hash);
  if (mailed && kept?.handle !== mailed) return { step: 'code', handle: mailed, email: '' };
  return kept ?? { step: 'email', email: '' };
}

/**
 * The three steps of section 4: ask for a mail, enter its code, set a new password. A reload continues where it was, and
 * so does the device on which the mail's link is opened.
 */
export function RecoveryFlow() {
  const { hash } = useLocation();
  // A link that is opened while the page is open is another recovery.
  return <Flow key={hash} hash={hash} />;
}

function Flow({ hash }: { hash: string }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const login = withNext(paths.client.login, nextIn('client', useLocation().search));
  const [now, setNow] = useState(() => firstStep(hash));
  const proceed = (next: Recovery) => {
    keepRecovery(next);
    setNow(next);
  };
  const restart = (email: string) => {
    forgetRecovery();
    setNow({ step: 'email', email });
  };
  const sent = (handle: string, email: string) => {
    proceed({ step: 'code', handle, email });
    showSuccess(common.requestSent);
  };
  const text = { email: messages.emailText, code: messages.codeText, password: messages.passwordText, done: undefined }[
    now.step
  ];
  return (
    <AuthCard
      title={intl.formatMessage(now.step === 'done' ? messages.done : messages.title)}
      text={text && intl.formatMessage(text)}
      footer={now.step !== 'done' && <TextLink to={login}>{intl.formatMessage(messages.login)}</TextLink>}
    >
      {now.step === 'email' && <RecoveryEmailForm email={now.email} onSent={sent} />}
      {now.step === 'code' && (
        <>
          <RecoveryCodeForm
            key={now.handle}
            handle={now.handle}
            onVerified={() => proceed({ ...now, step: 'password' })}
          />
          {now.email && <SendCodeAgain email={now.email} onSent={(handle) => sent(handle, now.email)} />}
        </>
      )}
      {now.step === 'password' && (
        <RecoveryPasswordForm
          handle={now.handle}
          onChanged={() => {
            forgetRecovery();
            setNow({ step: 'done' });
          }}
        />
      )}
      {(now.step === 'code' || now.step === 'password') && (
        <Button variant="quiet" onPress={() => restart(now.email)}>
          {intl.formatMessage(messages.restart)}
        </Button>
      )}
      {now.step === 'done' && (
        <>
          <FocusHere>
            <Notice severity="success">{intl.formatMessage(messages.doneText)}</Notice>
          </FocusHere>
          <LinkButton to={login} size="large">
            {intl.formatMessage(messages.login)}
          </LinkButton>
        </>
      )}
    </AuthCard>
  );
}
