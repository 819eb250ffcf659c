import { useEffect, useRef, useState } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { FormFrame } from '@/components/forms/form-frame';
import { PasskeyNotice } from '@/components/forms/passkey-notice';
import { TextField } from '@/components/ui/text-field';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';
import { readDevice } from '@/lib/device';
import { useAddPasskey } from '../api/passkeys';

const messages = defineMessages({
  text: {
    id: 'passkeyForm.text',
    defaultMessage:
      'Next, your browser asks for your device’s fingerprint, face or PIN, or for a security key. Fingerprint and face never leave your device.',
  },
  name: { id: 'passkeyForm.name', defaultMessage: 'Name (optional)' },
  hint: {
    id: 'passkeyForm.hint',
    defaultMessage: 'For example “Work computer”. If you leave it empty, it is named after this browser.',
  },
  submit: { id: 'passkeyForm.submit', defaultMessage: 'Continue' },
  both: { id: 'device.both', defaultMessage: '{browser} on {system}' },
});

const MAX_NAME = 60;

/** Makes a passkey. `onDone` gets the recovery codes that come with a first factor. */
export function PasskeyForm({ onDone }: { onDone: (recoveryCodes: readonly string[]) => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const add = useAddPasskey();
  const [name, setName] = useState('');
  // The browser's question does not outlive the form.
  const question = useRef<AbortController>(null);
  useEffect(() => () => question.current?.abort(), []);
  const field = isApiError(add.error) ? add.error.fields.find((each) => each.field === 'name') : undefined;
  const submit = async () => {
    const { signal } = (question.current = new AbortController());
    await add.mutateAsync({ name: name.trim() || nameOfBrowser(intl), signal }).then(onDone, () => undefined);
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{intl.formatMessage(messages.text)}</p>
      {add.error && !field && <PasskeyNotice error={add.error} />}
      <FormFrame onSubmit={submit} label={intl.formatMessage(messages.submit)} busy={add.isPending}>
        <TextField
          name="passkeyName"
          autoComplete="off"
          maxLength={MAX_NAME}
          label={intl.formatMessage(messages.name)}
          hint={intl.formatMessage(messages.hint)}
          value={name}
          onChange={setName}
          error={field && describe(field)}
        />
      </FormFrame>
    </div>
  );
}

function nameOfBrowser(intl: IntlShape): string {
  const { browser, system } = readDevice(navigator.userAgent);
  return browser && system ? intl.formatMessage(messages.both, { browser, system }) : (browser ?? system ?? '');
}
