import { useState } from 'react';
import { useIntl } from 'react-intl';
import { AuthCard } from '@/components/forms/auth-card';
import { Button } from '@/components/ui/button';
import { FocusHere } from '@/components/ui/focus-here';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { RecoveryCodeForm, RecoveryEmailForm, RecoveryPasswordForm } from './recovery-forms';

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
  login: { id: 'recovery.login', defaultMessage: 'Back to login' },
});

type Step = { name: 'email' } | { name: 'code' | 'password'; handle: string } | { name: 'done' };

/** The three steps of section 4: ask for a mail, enter its code, set a new password. */
export function RecoveryFlow() {
  const intl = useIntl();
  const [step, setStep] = useState<Step>({ name: 'email' });
  const text = { email: messages.emailText, code: messages.codeText, password: messages.passwordText, done: undefined }[
    step.name
  ];
  return (
    <AuthCard
      title={intl.formatMessage(messages.title)}
      text={text && intl.formatMessage(text)}
      footer={step.name !== 'done' && <TextLink to={paths.client.login}>{intl.formatMessage(messages.login)}</TextLink>}
    >
      {step.name === 'email' && <RecoveryEmailForm onSent={(handle) => setStep({ name: 'code', handle })} />}
      {step.name === 'code' && (
        <RecoveryCodeForm handle={step.handle} onVerified={() => setStep({ name: 'password', handle: step.handle })} />
      )}
      {step.name === 'password' && (
        <RecoveryPasswordForm handle={step.handle} onChanged={() => setStep({ name: 'done' })} />
      )}
      {(step.name === 'code' || step.name === 'password') && (
        <Button variant="quiet" onPress={() => setStep({ name: 'email' })}>
          {intl.formatMessage(messages.restart)}
        </Button>
      )}
      {step.name === 'done' && (
        <>
          <FocusHere>
            <Notice severity="success">{intl.formatMessage(messages.done)}</Notice>
          </FocusHere>
          <LinkButton to={paths.client.login} size="large">
            {intl.formatMessage(messages.login)}
          </LinkButton>
        </>
      )}
    </AuthCard>
  );
}
