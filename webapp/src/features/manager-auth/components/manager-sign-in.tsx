import { useRef, useState } from 'react';
import { SignInForm, type SignInFormProps } from '@/components/forms/sign-in-form';
import { isApiError } from '@/lib/api-error';
import type { ManagerLoginInput } from '../api/login';
import { SecondStep } from './second-step';

/** A manager's sign-in: e-mail and password, and the second factor of those who have one. */
export function ManagerSignIn({
  onSubmit,
  onDone,
  ...form
}: Omit<SignInFormProps, 'onSubmit'> & { onSubmit: (input: ManagerLoginInput) => Promise<unknown> }) {
  const [first, setFirst] = useState<{ email: string; password: string } | null>(null);
  // Known before the state is: the first form is told of a success in the same turn.
  const goesOn = useRef(false);
  if (first)
    return (
      <SecondStep
        action={form.action}
        label={form.label}
        onSubmit={(proof) => onSubmit({ ...first, ...proof })}
        onDone={onDone}
        onBack={() => {
          goesOn.current = false;
          setFirst(null);
        }}
      />
    );
  return (
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
  );
}
