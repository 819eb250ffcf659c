import { useMutation } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import type { BotProof } from '@/lib/bot-proof';
import { learnerSession, type LearnerIdentity } from '@/lib/session';

export interface LoginInput extends BotProof {
  email: string;
  password: string;
}

interface LoginAnswer extends Answer {
  clientToken: string;
  result: LearnerIdentity;
}

export const useLogin = () =>
  useMutation({
    mutationFn: (input: LoginInput) => call<LoginAnswer>('POST', '/api/auth/login', input),
    onSuccess: (answer) => learnerSession.start(answer.clientToken, answer.result),
  });
