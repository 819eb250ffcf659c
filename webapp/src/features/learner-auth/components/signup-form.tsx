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
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { email, newPassword, required } from '@/lib/validation';
import { useSignup } from '../api/signup';
import { ResendActivation } from './resend-activation';

const messages = defineMessages({
  title: { id: 'client.signup.title', defaultMessage: 'Create an account' },
  text: {
    id: 'client.signup.text',
    defaultMessage: 'It takes a minute. We send you a link to confirm your e-mail address.',
  },
  submit: { id: 'client.signup.submit', defaultMessage: 'Sign up' },
  login: { id: 'client.signup.login', defaultMessage: 'I already have an account' },
  sentTitle: { id: 'client.signup.sent.title', defaultMessage: 'Check your e-mail' },
  sentText: {
    id: 'client.signup.sent.text',
    defaultMessage: 'We have sent an activation link to {email}. Open it within 48 hours, then log in.',
  },
  toLogin: { id: 'client.signup.sent.login', defaultMessage: 'Go to login' },
});

const schema = z.object({ fullname: required(), email: email(), password: newPassword() });

export function SignupForm() {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { fullname: '', email: '', password: '' } });
  const signup = useSignup();
  const botCheck = useBotCheck();
  const errors = useServerErrors(form);
  const submit = form.handleSubmit((values) =>
    errors.run(() => signup.mutateAsync({ ...values, ...botCheck.payload() }), botCheck.refused),
  );

  if (signup.isSuccess) {
    const sentTo = signup.variables.email;
    return (
      <AuthCard
        title={intl.formatMessage(messages.sentTitle)}
        footer={<TextLink to={paths.client.login}>{intl.formatMessage(messages.toLogin)}</TextLink>}
      >
        <Notice severity="success">
          {intl.formatMessage(messages.sentText, { email: <bdi key="email">{sentTo}</bdi> })}
        </Notice>
        <ResendActivation email={sentTo} />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={intl.formatMessage(messages.title)}
      text={intl.formatMessage(messages.text)}
      footer={<TextLink to={paths.client.login}>{intl.formatMessage(messages.login)}</TextLink>}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {errors.problem && <Notice severity="error">{errors.problem}</Notice>}
        <FormTextField
          control={form.control}
          name="fullname"
          autoComplete="name"
          isRequired
          label={intl.formatMessage(common.fullname)}
        />
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
          autoComplete="new-password"
          feedback
          isRequired
          label={intl.formatMessage(common.password)}
        />
        {botCheck.element}
        <Button type="submit" size="large" loading={signup.isPending}>
          {intl.formatMessage(messages.submit)}
        </Button>
      </form>
    </AuthCard>
  );
}
