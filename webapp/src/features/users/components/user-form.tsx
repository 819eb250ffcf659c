import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { PersonField } from '@/components/forms/person-fields';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { FormPasswordField } from '@/components/ui/form-fields';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { forgetDraft, useStoreFormDraft, useStoredDraft } from '@/lib/stored-draft';
import { email, newPassword, optionalNewPassword, optionalText, required } from '@/lib/validation';
import type { UserInput } from '../api/change-user';

const messages = defineMessages({
  passwordHint: { id: 'users.form.password.hint', defaultMessage: 'Leave it empty to keep the current password.' },
  restored: { id: 'form.restored', defaultMessage: 'What you typed here before has been restored.' },
  startOver: { id: 'form.startOver', defaultMessage: 'Start over' },
});

const EMPTY: UserInput = { fullname: '', email: '', phonenumber: '', address: '', password: '' };

export interface UserFormProps {
  /** Names what is kept of the form until it is saved. */
  draft: string;
  /** The learner to change; without it a new one is made, who needs a password. */
  initial?: Omit<UserInput, 'password'>;
  onSubmit: (input: UserInput) => Promise<unknown>;
  onDone: () => void;
}

export function UserForm({ draft, initial, onSubmit, onDone }: UserFormProps) {
  const intl = useIntl();
  const schema = z.object({
    fullname: required(),
    email: email(),
    phonenumber: optionalText(),
    address: optionalText(),
    password: initial ? optionalNewPassword() : newPassword(),
  });
  const present: UserInput = { ...EMPTY, ...initial };
  const [kept, setKept] = useState(useStoredDraft<Partial<UserInput>>(draft));
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { ...present, ...kept } });
  useStoreFormDraft(draft, form.control, present);
  const errors = useServerErrors(form, { email_taken: 'email' });
  const submit = form.handleSubmit(async (values) => {
    if (!(await errors.run(() => onSubmit(values)))) return;
    forgetDraft(draft);
    onDone();
  });
  const startOver = () => {
    forgetDraft(draft);
    setKept(null);
    form.reset(present);
  };
  return (
    <FormFrame
      button="end"
      onSubmit={submit}
      label={intl.formatMessage(common.save)}
      busy={form.formState.isSubmitting}
      problem={errors.problem}
    >
      {kept && (
        <Notice>
          <span className="flex flex-wrap items-center justify-between gap-2">
            {intl.formatMessage(messages.restored)}
            <Button size="small" variant="secondary" onPress={startOver}>
              {intl.formatMessage(messages.startOver)}
            </Button>
          </span>
        </Notice>
      )}
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
