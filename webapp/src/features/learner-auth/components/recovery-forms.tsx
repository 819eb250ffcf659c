import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { NewPasswordFields, PersonField } from '@/components/forms/person-fields';
import { useBotCheck } from '@/components/forms/use-bot-check';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { FormTextField } from '@/components/ui/form-fields';
import { defineMessages } from '@/i18n/define-messages';
import { email, newPassword, repeated, required } from '@/lib/validation';
import { useRequestRecovery, useSetNewPassword, useVerifyRecovery } from '../api/recovery';

const messages = defineMessages({
  send: { id: 'recovery.email.send', defaultMessage: 'Send the code' },
  code: { id: 'recovery.code', defaultMessage: 'Verification code' },
  verify: { id: 'recovery.code.verify', defaultMessage: 'Verify' },
  save: { id: 'recovery.password.save', defaultMessage: 'Change the password' },
});

const emailSchema = z.object({ email: email() });
const codeSchema = z.object({ code: required() });
const passwordSchema = z.object({ password: newPassword(), confirm: z.string() }).check(repeated('password'));

export function RecoveryEmailForm({ onSent }: { onSent: (handle: string) => void }) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(emailSchema), defaultValues: { email: '' } });
  const request = useRequestRecovery();
  const botCheck = useBotCheck('recovery');
  const errors = useServerErrors(form);
  const submit = form.handleSubmit((values) =>
    errors.run(async () => {
      const { result } = await botCheck.send((proof) => request.mutateAsync({ ...values, ...proof }));
      onSent(result.userId);
    }),
  );
  return (
    <FormFrame
      onSubmit={submit}
      label={intl.formatMessage(messages.send)}
      busy={form.formState.isSubmitting}
      problem={errors.problem}
    >
      <PersonField control={form.control} name="email" />
      {botCheck.element}
    </FormFrame>
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
