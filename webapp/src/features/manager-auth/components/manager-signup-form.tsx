import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { AuthCard } from '@/components/forms/auth-card';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { FormPasswordField, FormTextField } from '@/components/ui/form-fields';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { email, newPassword, required } from '@/lib/validation';
import { useManagerSignup } from '../api/signup';

const messages = defineMessages({
  title: { id: 'admin.signup.title', defaultMessage: 'Manager sign-up' },
  text: {
    id: 'admin.signup.text',
    defaultMessage: 'The first manager of the academy signs up here; further ones are registered by a manager.',
  },
  submit: { id: 'admin.signup.submit', defaultMessage: 'Sign up' },
  login: { id: 'admin.signup.login', defaultMessage: 'Go to login' },
});

const schema = z.object({ fullname: required(), email: email(), password: newPassword() });

export function ManagerSignupForm({ onSuccess }: { onSuccess: () => void }) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { fullname: '', email: '', password: '' } });
  const signup = useManagerSignup();
  const errors = useServerErrors(form);
  const submit = form.handleSubmit(async (values) => {
    if (await errors.run(() => signup.mutateAsync(values))) onSuccess();
  });
  return (
    <AuthCard
      title={intl.formatMessage(messages.title)}
      text={intl.formatMessage(messages.text)}
      footer={<TextLink to={paths.admin.login}>{intl.formatMessage(messages.login)}</TextLink>}
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
          feedback
          autoComplete="new-password"
          isRequired
          label={intl.formatMessage(common.password)}
        />
        <Button type="submit" size="large" loading={signup.isPending}>
          {intl.formatMessage(messages.submit)}
        </Button>
      </form>
    </AuthCard>
  );
}
