import { zodResolver } from '@hookform/resolvers/zod';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { mergeFields } from '@/components/conflict/merge-fields';
import { useGuardedSave } from '@/components/conflict/use-guarded-save';
import { FormFrame } from '@/components/forms/form-frame';
import { NewPasswordFields, PersonField } from '@/components/forms/person-fields';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { PageTitle } from '@/components/ui/page-title';
import { TextField } from '@/components/ui/text-field';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import { learnerSession } from '@/lib/session';
import { passwordMinimum } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { forgetDraft, useSeen, useStoreFormDraft, useStoreSeen, useStoredDraft } from '@/lib/stored-draft';
import { optionalNewPassword, optionalText, repeated, required } from '@/lib/validation';
import { profileQueryOptions, useUpdateProfile, type ProfileInput } from '../api/profile';

const messages = defineMessages({
  title: { id: 'profile.title', defaultMessage: 'My information' },
  emailHint: {
    id: 'profile.email.hint',
    defaultMessage: 'You sign in with this e-mail address; the academy can change it for you.',
  },
  passwordHint: { id: 'profile.password.hint', defaultMessage: 'Leave it empty to keep the current password.' },
});

const schema = z
  .object({
    fullname: required(),
    phonenumber: optionalText(),
    address: optionalText(),
    password: optionalNewPassword(),
    confirm: z.string(),
  })
  .check(repeated('password'));

type ProfileTexts = Omit<ProfileInput, 'password'>;
const textsOf = ({ fullname, phonenumber, address }: ProfileTexts): ProfileTexts => ({
  fullname,
  phonenumber,
  address,
});

const DRAFT = 'my:info';

export function UpdateInfoForm() {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const { data } = useSuspenseQuery(profileQueryOptions());
  const [seen, setSeen] = useSeen(DRAFT, { revision: data.revision, values: textsOf(data) });
  const [kept, setKept] = useState(useStoredDraft<Partial<ProfileTexts>>(DRAFT));
  const shown = { ...seen.values, password: '', confirm: '' };
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { ...shown, ...kept } });
  useStoreSeen(DRAFT, seen, useStoreFormDraft(DRAFT, form.control, shown));
  const minimum = useStore(passwordMinimum);
  const update = useUpdateProfile();
  const errors = useServerErrors(form);
  const title = intl.formatMessage(messages.title);
  const guarded = useGuardedSave<ProfileTexts, Learner>({
    read: textsOf,
    merge: (base, mine, theirs) =>
      mergeFields(base, mine, theirs, {
        fullname: { label: intl.formatMessage(common.fullname) },
        phonenumber: { label: intl.formatMessage(common.phone) },
        address: { label: intl.formatMessage(common.address) },
      }),
    send: (texts, revision) => update.mutateAsync({ ...texts, password: form.getValues('password'), revision }),
  });
  const submit = form.handleSubmit(async (typed) => {
    await errors.run(async () => {
      const { outcome, values, seen: now } = await guarded.save(seen, textsOf(typed));
      if (outcome === 'back') return;
      // What was saved, as it was typed: the stored form of it may differ.
      setSeen(outcome === 'saved' ? { ...now, values } : now);
      if (outcome === 'taken') return form.reset({ ...typed, ...values });
      forgetDraft(DRAFT);
      setKept(null);
      form.reset({ ...values, password: '', confirm: '' });
      const session = learnerSession.state.get();
      if (session) learnerSession.start(session.token, { ...session.identity, fullname: values.fullname });
      showSuccess(common.updated);
    });
  });
  const startOver = () => {
    forgetDraft(DRAFT);
    setKept(null);
    setSeen({ revision: data.revision, values: textsOf(data) });
    form.reset({ ...textsOf(data), password: '', confirm: '' });
  };
  return (
    <div>
      <PageTitle>{title}</PageTitle>
      <h1 className="mb-6 text-2xl font-bold">{title}</h1>
      <FormFrame
        button="start"
        className="card p-6"
        onSubmit={submit}
        label={intl.formatMessage(common.save)}
        busy={form.formState.isSubmitting}
        problem={errors.problem}
      >
        {guarded.dialog}
        {kept && <RestoredNotice onStartOver={startOver} />}
        <TextField
          type="email"
          isReadOnly
          value={data.email}
          onChange={() => undefined}
          label={intl.formatMessage(common.email)}
          hint={intl.formatMessage(messages.emailHint)}
        />
        <PersonField control={form.control} name="fullname" />
        <PersonField control={form.control} name="address" />
        <PersonField control={form.control} name="phonenumber" />
        <NewPasswordFields
          control={form.control}
          name="password"
          isRequired={false}
          hint={[intl.formatMessage(common.passwordRule, { minimum }), intl.formatMessage(messages.passwordHint)].join(
            ' ',
          )}
        />
      </FormFrame>
    </div>
  );
}
