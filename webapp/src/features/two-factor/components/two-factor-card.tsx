import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { factorsQueryOptions, useBeginTotp, useDisableTotp, useRenewRecoveryCodes } from '../api/two-factor';
import { RecoveryCodes } from './recovery-codes';
import { TotpSetup } from './totp-setup';

const messages = defineMessages({
  title: { id: 'twoFactor.title', defaultMessage: 'Two-step verification' },
  text: {
    id: 'twoFactor.text',
    defaultMessage: 'With it, a stolen password alone opens nothing: signing in takes a code from your phone too.',
  },
  on: { id: 'twoFactor.on', defaultMessage: 'On' },
  off: { id: 'twoFactor.off', defaultMessage: 'Off' },
  setUp: { id: 'twoFactor.setUp', defaultMessage: 'Set up an authenticator app' },
  replace: { id: 'twoFactor.replace', defaultMessage: 'Set up another phone' },
  turnOff: { id: 'twoFactor.turnOff', defaultMessage: 'Turn off' },
  turnOffTitle: { id: 'twoFactor.turnOff.title', defaultMessage: 'Turn two-step verification off?' },
  turnOffText: {
    id: 'twoFactor.turnOff.text',
    defaultMessage: 'Your password alone will open your account again. The recovery codes stop working.',
  },
  codesLeft: {
    id: 'twoFactor.codesLeft',
    defaultMessage:
      '{count, plural, =0 {No recovery code is left.} one {One recovery code is left.} other {# recovery codes are left.}}',
  },
  renew: { id: 'twoFactor.renew', defaultMessage: 'Make new recovery codes' },
  required: { id: 'twoFactor.required', defaultMessage: 'The academy requires it of every manager.' },
});

/** The signed-in manager's second factor. */
export function TwoFactorCard() {
  const intl = useIntl();
  const describe = useDescribeError();
  const { data, error, isPending } = useQuery(factorsQueryOptions());
  const begin = useBeginTotp();
  const disable = useDisableTotp();
  const renew = useRenewRecoveryCodes();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asking, setAsking] = useState(false);
  const problem = error ?? begin.error ?? renew.error;
  return (
    <section aria-labelledby="two-factor" className="card flex flex-col gap-4 p-6">
      <div>
        <h2 id="two-factor" className="flex flex-wrap items-center gap-3 text-lg font-bold">
          {intl.formatMessage(messages.title)}
          {data && (
            <Badge severity={data.totp ? 'success' : 'info'}>
              {intl.formatMessage(data.totp ? messages.on : messages.off)}
            </Badge>
          )}
        </h2>
        <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
        {data?.required && <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.required)}</p>}
      </div>
      {problem && <Notice severity="error">{describe(problem)}</Notice>}
      {isPending && <Skeleton className="h-10" />}
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : begin.data ? (
        <TotpSetup
          {...begin.data}
          onDone={(made) => {
            begin.reset();
            setCodes(made);
          }}
        />
      ) : (
        data && (
          <>
            {data.totp && <p>{intl.formatMessage(messages.codesLeft, { count: data.recoveryCodes })}</p>}
            <div className="flex flex-wrap gap-2">
              <Button
                variant={data.totp ? 'secondary' : 'primary'}
                loading={begin.isPending}
                onPress={() => begin.mutate()}
              >
                {intl.formatMessage(data.totp ? messages.replace : messages.setUp)}
              </Button>
              {data.totp && (
                <Button
                  variant="secondary"
                  loading={renew.isPending}
                  onPress={() => renew.mutate(undefined, { onSuccess: setCodes })}
                >
                  {intl.formatMessage(messages.renew)}
                </Button>
              )}
              {data.totp && (
                <Button variant="secondary" onPress={() => setAsking(true)}>
                  {intl.formatMessage(messages.turnOff)}
                </Button>
              )}
            </div>
          </>
        )
      )}
      <ConfirmDialog
        isOpen={asking}
        danger
        title={intl.formatMessage(messages.turnOffTitle)}
        text={intl.formatMessage(messages.turnOffText)}
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
