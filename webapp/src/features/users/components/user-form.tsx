import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { PersonField } from '@/components/forms/person-fields';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { FormPasswordField } from '@/components/ui/form-fields';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { email, newPassword, optionalNewPassword, optionalText, required } from '@/lib/validation';
import type { UserInput } from '../api/change-user';

const messages = defineMessages({
  passwordHint: { id: 'users.form.password.hint', defaultMessage: 'Leave it empty to keep the present password.' },
});

const EMPTY: UserInput = { fullname: '', email: '', phonenumber: '', address: '', password: '' };

export interface UserFormProps {
  /** The learner to change; without it a new one is made, who needs a password. */
  initial?: Omit<UserInput, 'password'>;
  onSubmit: (input: UserInput) => Promise<unknown>;
  onDone: () => void;
}

export function UserForm({ initial, onSubmit, onDone }: UserFormProps) {
  const intl = useIntl();
  const schema = z.object({
    fullname: required(),
    email: email(),
    phonenumber: optionalText(),
    address: optionalText(),
    password: initial ? optionalNewPassword() : newPassword(),
  });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { ...EMPTY, ...initial } });
  const errors = useServerErrors(form);
  const submit = form.handleSubmit(async (values) => {
    if (await errors.run(() => onSubmit(values))) onDone();
  });
  return (
    <FormFrame
      button="end"
      onSubmit={submit}
      label={intl.formatMessage(common.save)}
      busy={form.formState.isSubmitting}
      problem={errors.problem}
    >
      <PersonField control={form.control} name="fullname" autoComplete="off" />
      <PersonField control={form.control} name="email" autoComplete="off" />
      <PersonField control={form.control} name="phonenumber" autoComplete="off" />
      <PersonField control={form.control} name="address" autoComplete="off" />
      <FormPasswordField
        control={form.control}
        name="password"
        feedback
        autoComplete="new-password"
        isRequired={!initial}
        label={intl.formatMessage(initial ? common.newPassword : common.password)}
        hint={initial && intl.formatMessage(messages.passwordHint)}
      />
    </FormFrame>
  );
}
