import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { useBotCheck } from '@/components/forms/use-bot-check';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { FormPasswordField, FormTextField } from '@/components/ui/form-fields';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { email, newPassword, required } from '@/lib/validation';
import { useRequestRecovery, useSetNewPassword, useVerifyRecovery } from '../api/recovery';

const messages = defineMessages({
  send: { id: 'recovery.email.send', defaultMessage: 'Send the code' },
  code: { id: 'recovery.code', defaultMessage: 'Verification code' },
  verify: { id: 'recovery.code.verify', defaultMessage: 'Verify' },
  save: { id: 'recovery.password.save', defaultMessage: 'Change the password' },
});

const formClass = 'flex flex-col gap-4';

export function RecoveryEmailForm({ onSent }: { onSent: (handle: string) => void }) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(z.object({ email: email() })), defaultValues: { email: '' } });
  const request = useRequestRecovery();
  const botCheck = useBotCheck();
  const errors = useServerErrors(form);
  const submit = form.handleSubmit((values) =>
    errors.run(
      async () => onSent((await request.mutateAsync({ ...values, ...botCheck.payload() })).result.userId),
      botCheck.refused,
    ),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={formClass}>
      {errors.problem && <Notice severity="error">{errors.problem}</Notice>}
      <FormTextField
        control={form.control}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        label={intl.formatMessage(common.email)}
      />
      {botCheck.element}
      <Button type="submit" size="large" loading={request.isPending}>
        {intl.formatMessage(messages.send)}
      </Button>
    </form>
  );
}

export function RecoveryCodeForm({ handle, onVerified }: { handle: string; onVerified: () => void }) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(z.object({ code: required() })), defaultValues: { code: '' } });
  const verify = useVerifyRecovery();
  const errors = useServerErrors(form);
  const submit = form.handleSubmit(async ({ code }) => {
    if (await errors.run(() => verify.mutateAsync({ userId: handle, code }))) onVerified();
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={formClass}>
      {errors.problem && <Notice severity="error">{errors.problem}</Notice>}
      <FormTextField
        control={form.control}
        name="code"
        ltr
        inputMode="numeric"
        maxLength={6}
        autoComplete="one-time-code"
        isRequired
        label={intl.formatMessage(messages.code)}
      />
      <Button type="submit" size="large" loading={verify.isPending}>
        {intl.formatMessage(messages.verify)}
      </Button>
    </form>
  );
}

export function RecoveryPasswordForm({ handle, onChanged }: { handle: string; onChanged: () => void }) {
  const intl = useIntl();
  const form = useForm({
    resolver: zodResolver(z.object({ password: newPassword(), confirm: z.string() })),
    defaultValues: { password: '', confirm: '' },
  });
  const change = useSetNewPassword();
  const errors = useServerErrors(form);
  const submit = form.handleSubmit(async ({ password, confirm }) => {
    if (password !== confirm) return form.setError('confirm', { message: intl.formatMessage(common.passwordsDiffer) });
    if (await errors.run(() => change.mutateAsync({ userId: handle, password }))) onChanged();
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={formClass}>
      {errors.problem && <Notice severity="error">{errors.problem}</Notice>}
      <FormPasswordField
        control={form.control}
        name="password"
        feedback
        autoComplete="new-password"
        isRequired
        label={intl.formatMessage(common.newPassword)}
      />
      <FormPasswordField
        control={form.control}
        name="confirm"
        autoComplete="new-password"
        isRequired
        label={intl.formatMessage(common.confirmPassword)}
      />
      <Button type="submit" size="large" loading={change.isPending}>
        {intl.formatMessage(messages.save)}
      </Button>
    </form>
  );
}
