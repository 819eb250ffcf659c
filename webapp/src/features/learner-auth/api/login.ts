import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { BotProof } from '@/lib/bot-proof';
import { learnerSession } from '@/lib/session';

export interface LoginInput extends BotProof {
  email: string;
  password: string;
}

export const useLogin = () =>
  useMutation({
    mutationFn: (input: LoginInput) => call('POST', '/api/auth/login', input),
    onSuccess: (answer) => learnerSession.start(answer.clientToken, answer.result),
  });
