import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { NewPasswordFields } from '@/components/forms/person-fields';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { newPassword, presentPassword, repeated } from '@/lib/validation';
import { useChangeUserPassword } from '../api/change-user';

const messages = defineMessages({
  hint: {
    id: 'users.password.hint',
    defaultMessage: 'The learner is signed out and told by e-mail that the password was changed.',
  },
});

const schema = z.object({ password: newPassword(), confirm: presentPassword() }).check(repeated('password'));

/** Gives a learner another password. */
export function PasswordForm({ clientId, onDone }: { clientId: string; onDone: () => void }) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '', confirm: '' } });
  const errors = useServerErrors(form);
  const change = useChangeUserPassword(clientId);
  const submit = form.handleSubmit(async ({ password }) => {
    if (await errors.run(() => change.mutateAsync(password))) onDone();
  });
  return (
    <FormFrame
      button="end"
      onSubmit={submit}
      label={intl.formatMessage(common.save)}
      busy={form.formState.isSubmitting}
      problem={errors.problem}
    >
      <NewPasswordFields control={form.control} name="password" hint={intl.formatMessage(messages.hint)} />
    </FormFrame>
  );
}
