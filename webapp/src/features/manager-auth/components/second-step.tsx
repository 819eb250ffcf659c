import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { useBotCheck } from '@/components/forms/use-bot-check';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { FormTextField } from '@/components/ui/form-fields';
import { defineMessages } from '@/i18n/define-messages';
import { twoFactor } from '@/i18n/two-factor-messages';
import type { BotProof } from '@/lib/bot-proof';
import { passkeysSupported } from '@/lib/passkeys';

const messages = defineMessages({
  text: {
    id: 'secondStep.text',
    defaultMessage: 'Your account has two-step verification. Enter the code that your authenticator app shows now.',
  },
  passkeyText: {
    id: 'secondStep.passkey.text',
    defaultMessage:
      'Your account has two-step verification. Enter the code that your authenticator app shows now, or use your passkey.',
  },
  recoveryText: {
    id: 'secondStep.recovery.text',
    defaultMessage: 'Enter one of your recovery codes. It is used up by this sign-in.',
  },
  useRecovery: { id: 'secondStep.useRecovery', defaultMessage: 'Use a recovery code' },
  useCode: { id: 'secondStep.useCode', defaultMessage: 'Use the authenticator app' },
  back: { id: 'secondStep.back', defaultMessage: 'Back' },
});

const schema = z.object({ code: z.string().check(z.trim(), z.minLength(1, 'required')) });

export interface SecondStepProps {
  action: string;
  label: string;
  onSubmit: (input: { code?: string; recoveryCode?: string } & BotProof) => Promise<unknown>;
  onDone: () => void;
  onBack: () => void;
  /** The way without a code. */
  passkey: ReactNode;
}

/** After the right password: the code of the authenticator app, a recovery code, or a passkey. */
export function SecondStep({ action, label, onSubmit, onDone, onBack, passkey }: SecondStepProps) {
  const intl = useIntl();
  const [recovery, setRecovery] = useState(false);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { code: '' } });
  const botCheck = useBotCheck(action);
  const errors = useServerErrors(form, { wrong_code: 'code' });
  const text = passkeysSupported() ? messages.passkeyText : messages.text;
  const submit = form.handleSubmit(async ({ code }) => {
    const given = recovery ? { recoveryCode: code } : { code: code.replace(/\s/g, '') };
    if (await errors.run(() => botCheck.send((proof) => onSubmit({ ...given, ...proof })))) onDone();
  });
  const change = () => {
    form.reset();
    setRecovery(!recovery);
  };
  return (
    <>
      <p className="text-sm text-muted">{intl.formatMessage(recovery ? messages.recoveryText : text)}</p>
      <FormFrame onSubmit={submit} label={label} busy={form.formState.isSubmitting} problem={errors.problem}>
        <FormTextField
          key={String(recovery)}
          control={form.control}
          name="code"
          ltr
          autoFocus
          isRequired
          autoComplete={recovery ? 'off' : 'one-time-code'}
          inputMode={recovery ? 'text' : 'numeric'}
          label={intl.formatMessage(recovery ? twoFactor.recoveryCode : twoFactor.code)}
        />
        {botCheck.element}
      </FormFrame>
      {passkey}
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="secondary" size="small" onPress={change}>
          {intl.formatMessage(recovery ? messages.useCode : messages.useRecovery)}
        </Button>
        <Button variant="secondary" size="small" onPress={onBack}>
          {intl.formatMessage(messages.back)}
        </Button>
      </div>
    </>
  );
}
