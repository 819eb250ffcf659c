import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { PersonField } from '@/components/forms/person-fields';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { FormPasswordField } from '@/components/ui/form-fields';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { ROLES } from '@/lib/role';
import { useRestoredDraft, useStoreFormDraft } from '@/lib/stored-draft';
import { email, newPassword, required } from '@/lib/validation';
import { useRegisterManager, type ManagerInput } from '../api/managers';
import { RoleChoice } from './role-choice';

const messages = defineMessages({
  hint: {
    id: 'managers.form.password.hint',
    defaultMessage: 'Give it to the manager yourself; it is not e-mailed. It can be changed after the first sign-in.',
  },
  submit: { id: 'managers.form.submit', defaultMessage: 'Add manager' },
});

const schema = z.object({ fullname: required(), email: email(), password: newPassword(), role: z.enum(ROLES) });

const DRAFT = 'managers.register';
const EMPTY: ManagerInput = { fullname: '', email: '', password: '', role: 'manager' };

export function RegisterManagerForm({ onDone }: { onDone: () => void }) {
  const intl = useIntl();
  const register = useRegisterManager();
  const [kept, forget] = useRestoredDraft<Partial<ManagerInput>>(DRAFT);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { ...EMPTY, ...kept } });
  useStoreFormDraft(DRAFT, form.control, EMPTY);
  const errors = useServerErrors(form, { email_taken: 'email' });
  const submit = form.handleSubmit(async (values) => {
    if (!(await errors.run(() => register.mutateAsync(values)))) return;
    forget();
    onDone();
  });
  const startOver = () => {
    forget();
    form.reset(EMPTY);
  };
  return (
    <FormFrame
      button="end"
      onSubmit={submit}
      label={intl.formatMessage(messages.submit)}
      busy={form.formState.isSubmitting}
      problem={errors.problem}
    >
      {kept && <RestoredNotice onStartOver={startOver} />}
      <PersonField control={form.control} name="fullname" autoComplete="off" />
      <PersonField control={form.control} name="email" autoComplete="off" />
      <FormPasswordField
        control={form.control}
        name="password"
        feedback
        isRequired
        autoComplete="new-password"
        label={intl.formatMessage(common.password)}
        hint={intl.formatMessage(messages.hint)}
      />
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => <RoleChoice value={field.value} onChange={field.onChange} />}
      />
    </FormFrame>
  );
}
