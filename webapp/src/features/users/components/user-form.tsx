import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { mergeFields } from '@/components/conflict/merge-fields';
import { useGuardedSave } from '@/components/conflict/use-guarded-save';
import { FormFrame } from '@/components/forms/form-frame';
import { PersonField } from '@/components/forms/person-fields';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { FormPasswordField } from '@/components/ui/form-fields';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import { forgetDraft, useSeen, useStoreFormDraft, useStoreSeen, useStoredDraft } from '@/lib/stored-draft';
import { email, newPassword, optionalNewPassword, optionalText, required } from '@/lib/validation';
import type { UserInput } from '../api/change-user';

const messages = defineMessages({
  passwordHint: { id: 'users.form.password.hint', defaultMessage: 'Leave it empty to keep the current password.' },
});

type UserTexts = Omit<UserInput, 'password'>;

const EMPTY: UserTexts = { fullname: '', email: '', phonenumber: '', address: '' };
const textsOf = ({ fullname, email, phonenumber, address }: UserTexts): UserTexts => ({
  fullname,
  email,
  phonenumber,
  address,
});

export interface UserFormProps {
  /** Names what is kept of the form until it is saved. */
  draft: string;
  /** The learner to change; without it a new one is made, who needs a password. */
  initial?: Learner;
  /** `revision` is that of the learner whose texts the person has seen; 0 for a new one. */
  onSubmit: (input: UserInput, revision: number) => Promise<{ result: Learner }>;
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
  const present = textsOf(initial ?? EMPTY);
  const [seen, setSeen] = useSeen(draft, { revision: initial?.revision ?? 0, values: present });
  const [kept, setKept] = useState(useStoredDraft<Partial<UserInput>>(draft));
  const shown: UserInput = { ...seen.values, password: '' };
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { ...shown, ...kept } });
  useStoreSeen(draft, seen, useStoreFormDraft(draft, form.control, shown));
  const errors = useServerErrors(form, { email_taken: 'email' });
  const guarded = useGuardedSave<UserTexts, Learner>({
    read: textsOf,
    merge: (base, mine, theirs) =>
      mergeFields(base, mine, theirs, {
        fullname: { label: intl.formatMessage(common.fullname) },
        email: { label: intl.formatMessage(common.email) },
        phonenumber: { label: intl.formatMessage(common.phone) },
        address: { label: intl.formatMessage(common.address) },
      }),
    send: (texts, revision) => onSubmit({ ...texts, password: form.getValues('password') }, revision),
  });
  const submit = form.handleSubmit(async (values) => {
    let unsaved = false;
    const sent = await errors.run(async () => {
      const { outcome, values: texts, seen: now } = await guarded.save(seen, textsOf(values));
      unsaved = outcome !== 'saved';
      if (outcome !== 'taken') return;
      setSeen(now);
      form.reset({ ...texts, password: values.password });
    });
    if (!sent || unsaved) return;
    forgetDraft(draft);
    onDone();
  });
  const startOver = () => {
    forgetDraft(draft);
    setKept(null);
    setSeen({ revision: initial?.revision ?? 0, values: present });
    form.reset({ ...present, password: '' });
  };
  return (
    <FormFrame
      button="end"
      onSubmit={submit}
      label={intl.formatMessage(common.save)}
      busy={form.formState.isSubmitting}
      problem={errors.problem}
    >
      {guarded.dialog}
      {kept && <RestoredNotice onStartOver={startOver} />}
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
