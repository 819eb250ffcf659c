import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { BotProof } from '@/lib/bot-proof';

export interface SignupInput extends BotProof {
  email: string;
  password: string;
  fullname: string;
}

export const useSignup = () =>
  useMutation({
    mutationFn: (input: SignupInput) => call('PUT', '/api/auth/signup', input),
  });

/** Asks for a new activation mail; the answer never tells whether the account exists. */
export const useResendActivation = () =>
  useMutation({ mutationFn: (email: string) => call('POST', '/api/auth/resend-activation', { email }) });
