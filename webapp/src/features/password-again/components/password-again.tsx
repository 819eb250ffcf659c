import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { FormFrame } from '@/components/forms/form-frame';
import { PasskeyButton } from '@/components/forms/passkey-button';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { PasswordField } from '@/components/ui/password-field';
import { TextField } from '@/components/ui/text-field';
import { AriaI18nProvider } from '@/i18n/aria-i18n-provider';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { twoFactor } from '@/i18n/two-factor-messages';
import { reauthenticate } from '@/lib/api-client';
import { isApiError } from '@/lib/api-error';
import { factorsQueryOptions } from '@/lib/factors-query';
import { passkeysSupported, reauthenticateWithPasskey } from '@/lib/passkeys';
import { asked, settleAll, type Person } from '@/lib/password-again';
import { queryClient } from '@/lib/query-client';
import { learnerSession, managerSession } from '@/lib/session';
import { useStore } from '@/lib/store';

const messages = defineMessages({
  title: { id: 'passwordAgain.title', defaultMessage: 'Enter your password again' },
  text: {
    id: 'passwordAgain.text',
    defaultMessage:
      'This needs your password, so that nobody else can do it in your name. You will not be asked again for 15 minutes.',
  },
  submit: { id: 'passwordAgain.submit', defaultMessage: 'Continue' },
});

/** Asks in place whoever has to prove again who is there; what waits for it goes on by itself. */
export function PasswordAgain() {
  const [first] = useStore(asked);
  return first ? (
    <AriaI18nProvider>
      <PasswordDialog key={first.as} as={first.as} />
    </AriaI18nProvider>
  ) : null;
}

function PasswordDialog({ as }: { as: Person }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const session = as === 'manager' ? managerSession : learnerSession;
  const [fullname] = useState(() => session.state.get()?.identity.fullname);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [code, setCode] = useState('');
  const [codeAsked, setCodeAsked] = useState(false);
  const wrong = isApiError(error, 'wrong_password', 'validation_failed');
  const wrongCode = isApiError(error, 'wrong_code');

  // Another session, or none: what waits belongs to the one that was.
  useEffect(() => session.state.subscribe(() => settleAll(as, false)), [as, session]);

  const submit = async () => {
    if (!password || (codeAsked && !code)) return;
    setBusy(true);
    setError(null);
    try {
      await reauthenticate(as, password, code.replace(/\s/g, ''));
      settleAll(as, true);
    } catch (failure) {
      if (isApiError(failure, 'second_factor_required')) setCodeAsked(true);
      else setError(failure);
      setBusy(false);
    }
  };

  return (
    <Dialog
      alert
      isOpen
      onOpenChange={(open) => !open && settleAll(as, false)}
      title={intl.formatMessage(messages.title)}
    >
      <p className="mb-1 font-semibold">
        <bdi>{fullname}</bdi>
      </p>
      <p className="mb-4 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
      <FormFrame
        onSubmit={submit}
        label={intl.formatMessage(messages.submit)}
        busy={busy}
        problem={error === null || wrong || wrongCode ? null : describe(error)}
      >
        <PasswordField
          name="password"
          autoComplete="current-password"
          autoFocus
          isRequired
          label={intl.formatMessage(common.password)}
          value={password}
          onChange={setPassword}
          error={wrong ? describe(error) : undefined}
        />
        {codeAsked && (
          <TextField
            name="code"
            autoComplete="one-time-code"
            autoFocus
            isRequired
            ltr
            label={intl.formatMessage(twoFactor.eitherCode)}
            value={code}
            onChange={setCode}
            error={wrongCode ? describe(error) : undefined}
          />
        )}
      </FormFrame>
      <div className="mt-3 flex flex-col gap-3">
        {as === 'manager' && <Passkey />}
        <Button variant="secondary" className="self-center" onPress={() => settleAll(as, false)}>
          {intl.formatMessage(common.cancel)}
        </Button>
      </div>
    </Dialog>
  );
}

/** The way without a password, for a manager who has a passkey. */
function Passkey() {
  const intl = useIntl();
  // Outside the screens' own provider; nobody is asked to wait for it.
  const { data } = useQuery({ ...factorsQueryOptions(), enabled: passkeysSupported() }, queryClient);
  if (!data?.passkeys) return null;
  return (
    <PasskeyButton
      label={intl.formatMessage(twoFactor.usePasskey)}
      onPasskey={reauthenticateWithPasskey}
      onDone={() => settleAll('manager', true)}
    />
  );
}
