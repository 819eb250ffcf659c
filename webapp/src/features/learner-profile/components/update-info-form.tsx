import { zodResolver } from '@hookform/resolvers/zod';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { FormPasswordField, FormTextField } from '@/components/ui/form-fields';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { TextField } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { learnerSession } from '@/lib/session';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';
import { optionalNewPassword, optionalText, required } from '@/lib/validation';
import { profileQueryOptions, useUpdateProfile } from '../api/profile';

const messages = defineMessages({
  title: { id: 'profile.title', defaultMessage: 'My information' },
  emailHint: {
    id: 'profile.email.hint',
    defaultMessage: 'The e-mail address is how you log in; the academy can change it for you.',
  },
  passwordHint: { id: 'profile.password.hint', defaultMessage: 'Leave it empty to keep the present password.' },
});

const schema = z.object({
  fullname: required(),
  phonenumber: optionalText(),
  address: optionalText(),
  password: optionalNewPassword(),
  confirm: z.string(),
});

export function UpdateInfoForm() {
  const intl = useIntl();
  const { data } = useSuspenseQuery(profileQueryOptions());
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      fullname: data.fullname,
      phonenumber: data.phonenumber,
      address: data.address,
      password: '',
      confirm: '',
    },
  });
  const update = useUpdateProfile();
  const errors = useServerErrors(form);
  const title = intl.formatMessage(messages.title);
  const submit = form.handleSubmit(async ({ confirm, ...values }) => {
    if (values.password !== confirm)
      return form.setError('confirm', { message: intl.formatMessage(common.passwordsDiffer) });
    if (!(await errors.run(() => update.mutateAsync(values)))) return;
    form.reset({ ...values, password: '', confirm: '' });
    const session = learnerSession.state.get();
    if (session) learnerSession.start(session.token, { ...session.identity, fullname: values.fullname });
    addToast({
      severity: 'success',
      summary: intl.formatMessage(common.success),
      detail: intl.formatMessage(common.updated),
      life: SUCCESS_LIFE_MS,
    });
  });
  return (
    <div className="page max-w-2xl py-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="mb-6 text-2xl font-bold">{title}</h1>
      <form noValidate onSubmit={(event) => void submit(event)} className="card flex flex-col gap-5 p-6">
        {errors.problem && <Notice severity="error">{errors.problem}</Notice>}
        <TextField
          type="email"
          isReadOnly
          value={data.email}
          onChange={() => undefined}
          label={intl.formatMessage(common.email)}
          hint={intl.formatMessage(messages.emailHint)}
        />
        <FormTextField
          control={form.control}
          name="fullname"
          autoComplete="name"
          isRequired
          label={intl.formatMessage(common.fullname)}
        />
        <FormTextField
          control={form.control}
          name="address"
          autoComplete="street-address"
          label={intl.formatMessage(common.address)}
        />
        <FormTextField
          control={form.control}
          name="phonenumber"
          type="tel"
          autoComplete="tel"
          label={intl.formatMessage(common.phone)}
        />
        <FormPasswordField
          control={form.control}
          name="password"
          feedback
          autoComplete="new-password"
          label={intl.formatMessage(common.newPassword)}
          hint={intl.formatMessage(messages.passwordHint)}
        />
        <FormPasswordField
          control={form.control}
          name="confirm"
          autoComplete="new-password"
          label={intl.formatMessage(common.confirmPassword)}
        />
        <Button type="submit" loading={update.isPending} className="self-start">
          {intl.formatMessage(common.save)}
        </Button>
      </form>
    </div>
  );
}
