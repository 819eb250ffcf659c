import { useMutation } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import { learnerSession, type LearnerIdentity } from '@/lib/session';

export interface LoginInput {
  email: string;
  password: string;
  altcha?: string;
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
