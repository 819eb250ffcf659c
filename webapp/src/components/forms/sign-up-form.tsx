import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormPasswordField, FormTextField } from '@/components/ui/form-fields';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { BotProof } from '@/lib/bot-proof';
import { useRestoredDraft, useStoreFormDraft } from '@/lib/stored-draft';
import { email, newPassword, optionalText, required } from '@/lib/validation';
import { FormFrame } from './form-frame';
import { PersonField } from './person-fields';
import { RestoredNotice } from './restored-notice';
import { useBotCheck } from './use-bot-check';
import { useServerErrors } from './use-server-errors';

const messages = defineMessages({
  setupCode: { id: 'signup.setupCode', defaultMessage: 'Setup code' },
  setupCodeHint: {
    id: 'signup.setupCode.hint',
    defaultMessage: 'The academy showed it when it was started. It looks like <code>XXXX-XXXX</code>.',
  },
});

interface SignUpInput extends BotProof {
  fullname: string;
  email: string;
  password: string;
  setupCode?: string;
}

const EMPTY = { fullname: '', email: '', password: '', setupCode: '' };

export interface SignUpFormProps {
  /** Names the form to a bot check, and what is stored of it until it is sent. */
  action: string;
  label: string;
  onSubmit: (input: SignUpInput) => Promise<unknown>;
  onDone?: () => void;
  /** The server requires the setup code that it printed. */
  setupCodeRequired?: boolean;
}

export function SignUpForm({ action, label, onSubmit, onDone, setupCodeRequired = false }: SignUpFormProps) {
  const intl = useIntl();
  const schema = z.object({
    fullname: required(),
    email: email(),
    password: newPassword(),
    setupCode: setupCodeRequired ? required() : optionalText(),
  });
  const draft = `visitor:${action}`;
  const [kept, forget] = useRestoredDraft<Partial<typeof EMPTY>>(draft);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { ...EMPTY, ...kept } });
  useStoreFormDraft(draft, form.control, EMPTY);
  const botCheck = useBotCheck(action);
  const errors = useServerErrors(form, {
    email_taken: 'email',
    ...(setupCodeRequired && { wrong_setup_code: 'setupCode' as const }),
  });
  const submit = form.handleSubmit(async ({ setupCode, ...person }) => {
    const input = setupCodeRequired ? { ...person, setupCode } : person;
    if (!(await errors.run(() => botCheck.send((proof) => onSubmit({ ...input, ...proof }))))) return;
    forget();
    onDone?.();
  });
  const startOver = () => {
    forget();
    form.reset(EMPTY);
  };
  return (
    <FormFrame onSubmit={submit} label={label} busy={form.formState.isSubmitting} problem={errors.problem}>
      {kept && <RestoredNotice onStartOver={startOver} />}
      {setupCodeRequired && (
        <FormTextField
          control={form.control}
          name="setupCode"
          ltr
          autoComplete="off"
          isRequired
          label={intl.formatMessage(messages.setupCode)}
          hint={intl.formatMessage(messages.setupCodeHint, {
            code: (text) => (
              // The hyphen is no place to break the line.
              <bdi key="code" className="whitespace-nowrap">
                {text}
              </bdi>
            ),
          })}
        />
      )}
      <PersonField control={form.control} name="fullname" />
      <PersonField control={form.control} name="email" />
      <FormPasswordField
        control={form.control}
        name="password"
        autoComplete="new-password"
        feedback
        isRequired
        label={intl.formatMessage(common.password)}
      />
      {botCheck.element}
    </FormFrame>
  );
}
