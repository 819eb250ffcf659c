import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { useBeginTotp, useDisableTotp } from '../api/two-factor';
import { factorTexts } from './texts';
import { TotpSetup } from './totp-setup';

const messages = defineMessages({
  title: { id: 'totp.title', defaultMessage: 'Authenticator app' },
  text: {
    id: 'totp.text',
    defaultMessage: 'An app on your phone shows a new code every 30 seconds; you enter it after your password.',
  },
  replace: { id: 'twoFactor.replace', defaultMessage: 'Set up another phone' },
  turnOff: { id: 'twoFactor.turnOff', defaultMessage: 'Turn off' },
  turnOffTitle: { id: 'totp.turnOff.title', defaultMessage: 'Turn the authenticator app off?' },
  turnOffText: {
    id: 'totp.turnOff.text',
    defaultMessage: 'You can no longer sign in with its codes. Your passkeys keep working.',
  },
});

export interface AuthenticatorAppProps {
  on: boolean;
  /** Whether the manager has no other factor. */
  only: boolean;
  onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The signed-in manager's authenticator app. */
export function AuthenticatorApp({ on, only, onRecoveryCodes }: AuthenticatorAppProps) {
  const intl = useIntl();
  const describe = useDescribeError();
  const begin = useBeginTotp();
  const disable = useDisableTotp();
  const [asking, setAsking] = useState(false);
  return (
    <section aria-labelledby="authenticator-app" className="flex flex-col gap-3">
      <div>
        <h3 id="authenticator-app" className="font-bold">
          {intl.formatMessage(messages.title)}
        </h3>
        <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
      </div>
      {begin.error && <Notice severity="error">{describe(begin.error)}</Notice>}
      {begin.data ? (
        <TotpSetup {...begin.data} onDone={onRecoveryCodes} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" loading={begin.isPending} onPress={() => begin.mutate()}>
            {intl.formatMessage(on ? messages.replace : factorTexts.setUpApp)}
          </Button>
          {on && (
            <Button variant="secondary" onPress={() => setAsking(true)}>
              {intl.formatMessage(messages.turnOff)}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={asking}
        danger
        title={intl.formatMessage(messages.turnOffTitle)}
        text={intl.formatMessage(only ? factorTexts.lastFactor : messages.turnOffText)}
        loading={disable.isPending}
        onAnswer={(accepted) =>
          accepted
            ? disable.mutate(undefined, { onSuccess: () => setAsking(false) })
            : (disable.reset(), setAsking(false))
        }
      >
        {disable.error && (
          <div className="mt-4">
            <Notice severity="error">{describe(disable.error)}</Notice>
          </div>
        )}
      </ConfirmDialog>
    </section>
  );
}
