import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormFrame } from '@/components/forms/form-frame';
import { TextField } from '@/components/ui/text-field';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { twoFactor } from '@/i18n/two-factor-messages';
import { isApiError } from '@/lib/api-error';
import { useConfirmTotp } from '../api/two-factor';
import { QrCode } from './qr-code';

const messages = defineMessages({
  scan: {
    id: 'totp.scan',
    defaultMessage: 'Scan this with an authenticator app on your phone, then enter the code that it shows.',
  },
  qr: { id: 'totp.qr', defaultMessage: 'QR code for the authenticator app' },
  byHand: { id: 'totp.byHand', defaultMessage: 'Or type this key into the app:' },
  confirm: { id: 'totp.confirm', defaultMessage: 'Turn on' },
});

/** The secret as the app reads it and as people type it, and its first code. */
export function TotpSetup({
  secret,
  uri,
  onDone,
}: {
  secret: string;
  uri: string;
  onDone: (recoveryCodes: string[]) => void;
}) {
  const intl = useIntl();
  const describe = useDescribeError();
  const confirm = useConfirmTotp();
  const [code, setCode] = useState('');
  const wrong = isApiError(confirm.error, 'wrong_code', 'validation_failed');
  const submit = async () => {
    if (code) await confirm.mutateAsync(code.replace(/\s/g, '')).then(onDone, () => undefined);
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">{intl.formatMessage(messages.scan)}</p>
      <QrCode text={uri} label={intl.formatMessage(messages.qr)} />
      <p className="text-sm">
        {intl.formatMessage(messages.byHand)}
        <code dir="ltr" className="mt-1 block select-all">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <FormFrame
        button="start"
        onSubmit={submit}
        label={intl.formatMessage(messages.confirm)}
        busy={confirm.isPending}
        problem={confirm.error && !wrong ? describe(confirm.error) : null}
      >
        <TextField
          name="code"
          ltr
          isRequired
          autoComplete="one-time-code"
          inputMode="numeric"
          label={intl.formatMessage(twoFactor.code)}
          value={code}
          onChange={setCode}
          error={wrong ? describe(confirm.error) : undefined}
        />
      </FormFrame>
    </div>
  );
}
