import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { NewPasswordFields } from '@/components/forms/person-fields';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Manager } from '@/lib/models';
import { newPassword, repeated } from '@/lib/validation';
import { useSetManagerPassword } from '../api/managers';

const messages = defineMessages({
  warning: {
    id: 'managers.password.text',
    defaultMessage: 'This manager is signed out everywhere and is told by e-mail that the password was changed.',
  },
});

const schema = z.object({ password: newPassword(), confirm: z.string() }).check(repeated('password'));

export function SetPasswordForm({ manager, onDone }: { manager: Manager; onDone: () => void }) {
  const intl = useIntl();
  const change = useSetManagerPassword(manager._id);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '', confirm: '' } });
  const errors = useServerErrors(form);
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
      <Notice severity="warn">{intl.formatMessage(messages.warning)}</Notice>
      <NewPasswordFields control={form.control} name="password" />
    </FormFrame>
  );
}
