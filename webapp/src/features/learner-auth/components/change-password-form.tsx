import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { NewPasswordFields } from '@/components/forms/person-fields';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { FormPasswordField } from '@/components/ui/form-fields';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { passwordMinimum } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { newPassword, presentPassword, repeated } from '@/lib/validation';
import { useUpdatePassword } from '../api/update-password';

const messages = defineMessages({
  title: { id: 'changePassword.title', defaultMessage: 'Change Password' },
  done: { id: 'changePassword.done', defaultMessage: 'Password Changed' },
});

const schema = z
  .object({ password: presentPassword(), newPassword: newPassword(), confirm: z.string() })
  .check(repeated('newPassword'));
const EMPTY = { password: '', newPassword: '', confirm: '' };

export function ChangePasswordForm() {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: EMPTY });
  const minimum = useStore(passwordMinimum);
  const update = useUpdatePassword();
  const errors = useServerErrors(form, { wrong_password: 'password' });
  const submit = form.handleSubmit(async ({ password, newPassword }) => {
    if (!(await errors.run(() => update.mutateAsync({ password, newPassword })))) return;
    form.reset(EMPTY);
    showSuccess(messages.done);
  });
  return (
    <section aria-labelledby="change-password" className="card p-6">
      <h2 id="change-password" className="mb-4 text-lg font-bold">
        {intl.formatMessage(messages.title)}
      </h2>
      <FormFrame
        button="start"
        onSubmit={submit}
        label={intl.formatMessage(common.save)}
        busy={form.formState.isSubmitting}
        problem={errors.problem}
      >
        <FormPasswordField
          control={form.control}
          name="password"
          autoComplete="current-password"
          isRequired
          label={intl.formatMessage(common.currentPassword)}
        />
        <NewPasswordFields
          control={form.control}
          name="newPassword"
          hint={intl.formatMessage(common.passwordRule, { minimum })}
        />
      </FormFrame>
    </section>
  );
}
