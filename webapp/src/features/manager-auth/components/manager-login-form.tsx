import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { AuthCard } from '@/components/forms/auth-card';
import { useBotCheck } from '@/components/forms/use-bot-check';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { FormPasswordField, FormTextField } from '@/components/ui/form-fields';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { managerSession } from '@/lib/session';
import { email, required } from '@/lib/validation';
import { useManagerLogin } from '../api/login';

const messages = defineMessages({
  title: { id: 'admin.login.title', defaultMessage: 'Managers’ login' },
  submit: { id: 'admin.login.submit', defaultMessage: 'Login' },
  automatic: {
    id: 'admin.login.automatic',
    defaultMessage: 'You were logged out automatically after 8 hours. Please log in again.',
  },
});

const schema = z.object({ email: email(), password: required() });

export function ManagerLoginForm({ onSuccess, footer }: { onSuccess: () => void; footer?: ReactNode }) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '', password: '' } });
  const login = useManagerLogin();
  const botCheck = useBotCheck();
  const errors = useServerErrors(form);
  const [automatic] = useState(() => managerSession.endedAutomatically());
  const submit = form.handleSubmit(async (values) => {
    if (await errors.run(() => login.mutateAsync({ ...values, ...botCheck.payload() }), botCheck.refused)) onSuccess();
  });
  return (
    <AuthCard title={intl.formatMessage(messages.title)} footer={footer}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {automatic && <Notice severity="warn">{intl.formatMessage(messages.automatic)}</Notice>}
        {errors.problem && <Notice severity="error">{errors.problem}</Notice>}
        <FormTextField
          control={form.control}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          label={intl.formatMessage(common.email)}
        />
        <FormPasswordField
          control={form.control}
          name="password"
          autoComplete="current-password"
          isRequired
          label={intl.formatMessage(common.password)}
        />
        {botCheck.element}
        <Button type="submit" size="large" loading={login.isPending}>
          {intl.formatMessage(messages.submit)}
        </Button>
      </form>
    </AuthCard>
  );
}
