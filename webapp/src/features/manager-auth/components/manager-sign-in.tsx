import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { PasskeyButton } from '@/components/forms/passkey-button';
import { SignInForm, type SignInFormProps } from '@/components/forms/sign-in-form';
import { defineMessages } from '@/i18n/define-messages';
import { twoFactor } from '@/i18n/two-factor-messages';
import { isApiError } from '@/lib/api-error';
import { usePasskeyLogin, type ManagerLoginInput } from '../api/login';
import { SecondStep } from './second-step';

const messages = defineMessages({
  passkey: { id: 'admin.login.passkey', defaultMessage: 'Sign in with a passkey' },
});

/** A manager's sign-in: e-mail and password, and the second factor of those who have one; or a passkey alone. */
export function ManagerSignIn({
  onSubmit,
  onDone,
  ...form
}: Omit<SignInFormProps, 'onSubmit'> & { onSubmit: (input: ManagerLoginInput) => Promise<unknown> }) {
  const intl = useIntl();
  const [first, setFirst] = useState<{ email: string; password: string } | null>(null);
  // Known before the state is: the first form is told of a success in the same turn.
  const goesOn = useRef(false);
  const passkey = { onPasskey: usePasskeyLogin().mutateAsync, onDone };
  return (
    <div className="flex flex-col gap-4">
      {first ? (
        <SecondStep
          action={form.action}
          label={form.label}
          onSubmit={(proof) => onSubmit({ ...first, ...proof })}
          onDone={onDone}
          passkey={<PasskeyButton {...passkey} label={intl.formatMessage(twoFactor.usePasskey)} />}
          onBack={() => {
            goesOn.current = false;
            setFirst(null);
          }}
        />
      ) : (
        <>
          <SignInForm
            {...form}
            onSubmit={async (input) => {
              try {
                await onSubmit(input);
              } catch (error) {
                if (!isApiError(error, 'second_factor_required')) throw error;
                goesOn.current = true;
                setFirst({ email: input.email, password: input.password });
              }
            }}
            onDone={() => {
              if (!goesOn.current) onDone();
            }}
          />
          <PasskeyButton {...passkey} size="large" label={intl.formatMessage(messages.passkey)} />
        </>
      )}
    </div>
  );
}
