import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormPasswordField } from '@/components/ui/form-fields';
import { common } from '@/i18n/common-messages';
import type { BotProof } from '@/lib/bot-proof';
import { email, presentPassword } from '@/lib/validation';
import { FormFrame } from './form-frame';
import { PersonField } from './person-fields';
import { useBotCheck } from './use-bot-check';
import { useServerErrors } from './use-server-errors';

export interface SignInInput extends BotProof {
  email: string;
  password: string;
}

export interface SignInFormProps {
  /** Names the form to a bot check. */
  action: string;
  label: string;
  onSubmit: (input: SignInInput) => Promise<unknown>;
  onDone: () => void;
  /** What to offer after a refusal. */
  help?: (error: unknown, email: string) => ReactNode;
}

const schema = z.object({ email: email(), password: presentPassword() });

export function SignInForm({ action, label, onSubmit, onDone, help }: SignInFormProps) {
  const intl = useIntl();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '', password: '' } });
  const botCheck = useBotCheck(action);
  const errors = useServerErrors(form);
  const submit = form.handleSubmit(async (values) => {
    if (await errors.run(() => botCheck.send((proof) => onSubmit({ ...values, ...proof })))) onDone();
  });
  return (
    <FormFrame
      onSubmit={submit}
      label={label}
      busy={form.formState.isSubmitting}
      problem={
        errors.problem && (
          <>
            <p>{errors.problem}</p>
            {help?.(errors.error, form.getValues('email'))}
          </>
        )
      }
    >
      <PersonField control={form.control} name="email" />
      <FormPasswordField
        control={form.control}
        name="password"
        autoComplete="current-password"
        isRequired
        label={intl.formatMessage(common.password)}
      />
      {botCheck.element}
    </FormFrame>
  );
}
