import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { AuthCard } from '@/components/forms/auth-card';
import { useBotCheck } from '@/components/forms/use-bot-check';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { FormPasswordField, FormTextField } from '@/components/ui/form-fields';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { isApiError } from '@/lib/api-error';
import { common } from '@/i18n/common-messages';
import { paths } from '@/lib/paths';
import { email, required } from '@/lib/validation';
import { useLogin } from '../api/login';
import { ResendActivation } from './resend-activation';

const messages = defineMessages({
  title: { id: 'client.login.title', defaultMessage: 'Login' },
  text: { id: 'client.login.text', defaultMessage: 'Welcome back. Your courses are waiting where you left them.' },
  submit: { id: 'client.login.submit', defaultMessage: 'Login' },
  forgot: { id: 'client.login.forgot', defaultMessage: 'Forgot your password?' },
  signup: { id: 'client.login.signup', defaultMessage: 'Create an account' },
});

const schema = z.object({ email: email(), password: required() });

export function LoginForm({ onSuccess }: { onSuccess: () => void }) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '', password: '' } });
  const login = useLogin();
  const botCheck = useBotCheck();
  const errors = useServerErrors(form);
  const submit = form.handleSubmit(async (values) => {
    if (await errors.run(() => login.mutateAsync({ ...values, ...botCheck.payload() }), botCheck.refused)) onSuccess();
  });
  return (
    <AuthCard
      title={intl.formatMessage(messages.title)}
      text={intl.formatMessage(messages.text)}
      footer={
        <>
          <TextLink to={paths.client.forgotPassword}>{intl.formatMessage(messages.forgot)}</TextLink>
          <TextLink to={paths.client.signup}>{intl.formatMessage(messages.signup)}</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {errors.problem && (
          <Notice severity="error">
            <p>{errors.problem}</p>
            {isApiError(login.error, 'not_activated') && <ResendActivation email={form.getValues('email')} />}
          </Notice>
        )}
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
