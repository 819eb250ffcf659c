import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { NewPasswordFields, PersonField } from '@/components/forms/person-fields';
import { useBotCheck } from '@/components/forms/use-bot-check';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { FormTextField } from '@/components/ui/form-fields';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';
import { email, newPassword, repeated, required } from '@/lib/validation';
import { useRequestRecovery, useSetNewPassword, useVerifyRecovery } from '../api/recovery';

const messages = defineMessages({
  send: { id: 'recovery.email.send', defaultMessage: 'Send the code' },
  again: { id: 'recovery.again', defaultMessage: 'Send another code' },
  wait: {
    id: 'recovery.again.wait',
    defaultMessage: 'Another code can be sent in {seconds, plural, one {# second} other {# seconds}}.',
  },
  sentBefore: {
    id: 'recovery.sentBefore',
    defaultMessage: 'Open the link in that e-mail to enter its code here, or have another one sent.',
  },
  code: { id: 'recovery.code', defaultMessage: 'Verification code' },
  verify: { id: 'recovery.code.verify', defaultMessage: 'Verify' },
  save: { id: 'recovery.password.save', defaultMessage: 'Change the password' },
});

const emailSchema = z.object({ email: email() });
const codeSchema = z.object({ code: required() });
const passwordSchema = z.object({ password: newPassword(), confirm: z.string() }).check(repeated('password'));

type Sent = (handle: string, email: string) => void;

export function RecoveryEmailForm({ email: typed, onSent }: { email: string; onSent: Sent }) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(emailSchema), defaultValues: { email: typed } });
  const request = useRequestRecovery();
  const botCheck = useBotCheck('recovery');
  const errors = useServerErrors(form);
  const submit = (again: boolean) =>
    form.handleSubmit((values) =>
      errors.run(async () => {
        const { result } = await botCheck.send((proof) => request.mutateAsync({ ...values, again, ...proof }));
        onSent(result.userId, values.email);
      }),
    );
  return (
    <FormFrame
      onSubmit={submit(false)}
      label={intl.formatMessage(messages.send)}
      busy={form.formState.isSubmitting}
      problem={
        errors.problem && (
          <>
            <p>{errors.problem}</p>
            {isApiError(errors.error, 'code_already_sent') && (
              <>
                <p className="mt-1">{intl.formatMessage(messages.sentBefore)}</p>
                <Button size="small" variant="secondary" className="mt-2" onPress={() => void submit(true)()}>
                  {intl.formatMessage(messages.again)}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <PersonField control={form.control} name="email" />
      {botCheck.element}
    </FormFrame>
  );
}

/** For who waits for a mail that does not come, or whose code has been tried too often. */
export function SendCodeAgain({ email, onSent }: { email: string; onSent: (handle: string) => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const request = useRequestRecovery();
  const botCheck = useBotCheck('recovery');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      const { result } = await botCheck.send((proof) => request.mutateAsync({ email, again: true, ...proof }));
      onSent(result.userId);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const wait = isApiError(error, 'too_many_attempts') && error.retryAfter;
  return (
    <div className="flex flex-col items-stretch gap-3">
      {botCheck.element}
      <Button variant="secondary" loading={busy} onPress={() => void send()}>
        {intl.formatMessage(messages.again)}
      </Button>
      {error !== null && (
        <Notice severity="error">
          {wait && wait <= 60 ? intl.formatMessage(messages.wait, { seconds: wait }) : describe(error)}
        </Notice>
      )}
    </div>
  );
}

export function RecoveryCodeForm({ handle, onVerified }: { handle: string; onVerified: () => void }) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } });
  const verify = useVerifyRecovery();
  const errors = useServerErrors(form);
  const submit = form.handleSubmit(async ({ code }) => {
    if (await errors.run(() => verify.mutateAsync({ userId: handle, code }))) onVerified();
  });
  return (
    <FormFrame
      onSubmit={submit}
      label={intl.formatMessage(messages.verify)}
      busy={form.formState.isSubmitting}
      problem={errors.problem}
    >
      <FormTextField
        control={form.control}
        name="code"
        ltr
        inputMode="numeric"
        maxLength={6}
        autoComplete="one-time-code"
        // The step before has gone, and the focus with it.
        autoFocus
        isRequired
        label={intl.formatMessage(messages.code)}
      />
    </FormFrame>
  );
}

export function RecoveryPasswordForm({ handle, onChanged }: { handle: string; onChanged: () => void }) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(passwordSchema), defaultValues: { password: '', confirm: '' } });
  const change = useSetNewPassword();
  const errors = useServerErrors(form);
  const submit = form.handleSubmit(async ({ password }) => {
    if (await errors.run(() => change.mutateAsync({ userId: handle, password }))) onChanged();
  });
  return (
    <FormFrame
      onSubmit={submit}
      label={intl.formatMessage(messages.save)}
      busy={form.formState.isSubmitting}
      problem={errors.problem}
    >
      <NewPasswordFields control={form.control} name="password" autoFocus />
    </FormFrame>
  );
}
