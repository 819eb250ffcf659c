import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { QueryState } from '@/components/ui/query-state';
import { Skeleton } from '@/components/ui/skeleton';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { factorsQueryOptions } from '@/lib/factors-query';
import { useRenewRecoveryCodes } from '../api/two-factor';
import { AuthenticatorApp } from './authenticator-app';
import { Passkeys } from './passkeys';
import { RecoveryCodes } from './recovery-codes';

const messages = defineMessages({
  title: { id: 'twoFactor.title', defaultMessage: 'Two-step verification' },
  text: {
    id: 'twoFactor.text',
    defaultMessage:
      'With it, a stolen password alone is not enough: signing in needs a passkey, or a code from your phone as well.',
  },
  on: { id: 'twoFactor.on', defaultMessage: 'On' },
  off: { id: 'twoFactor.off', defaultMessage: 'Off' },
  codesLeft: {
    id: 'twoFactor.codesLeft',
    defaultMessage:
      '{count, plural, =0 {No recovery code is left.} one {One recovery code is left.} other {# recovery codes are left.}}',
  },
  renew: { id: 'twoFactor.renew', defaultMessage: 'Create new recovery codes' },
  required: { id: 'twoFactor.required', defaultMessage: 'The academy requires this of every manager.' },
});

/** The signed-in manager's second factor: passkeys, an authenticator app, and recovery codes. */
export function TwoFactorCard() {
  const intl = useIntl();
  const query = useQuery(factorsQueryOptions());
  const { data } = query;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const on = data !== undefined && (data.totp || data.passkeys > 0);
  return (
    <section aria-labelledby="two-factor" className="card flex flex-col gap-5 p-6">
      <div>
        <h2 id="two-factor" className="flex flex-wrap items-center gap-3 text-lg font-bold">
          {intl.formatMessage(messages.title)}
          {data && (
            <Badge severity={on ? 'success' : 'info'}>{intl.formatMessage(on ? messages.on : messages.off)}</Badge>
          )}
        </h2>
        <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
        {data?.required && <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.required)}</p>}
      </div>
      <QueryState query={query} waiting={<Skeleton className="h-10" />} />
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : (
        data && (
          <>
            <Passkeys only={!data.totp} onRecoveryCodes={setCodes} />
            <AuthenticatorApp on={data.totp} only={data.passkeys === 0} onRecoveryCodes={setCodes} />
            {on && <CodesLeft count={data.recoveryCodes} onRecoveryCodes={setCodes} />}
          </>
        )
      )}
    </section>
  );
}

function CodesLeft({ count, onRecoveryCodes }: { count: number; onRecoveryCodes: (codes: string[]) => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const renew = useRenewRecoveryCodes();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      {renew.error && <Notice severity="error">{describe(renew.error)}</Notice>}
      <p className="min-w-48 tight:min-w-0 flex-1">{intl.formatMessage(messages.codesLeft, { count })}</p>
      <Button
        variant="secondary"
        loading={renew.isPending}
        onPress={() => renew.mutate(undefined, { onSuccess: onRecoveryCodes })}
      >
        {intl.formatMessage(messages.renew)}
      </Button>
    </div>
  );
}
