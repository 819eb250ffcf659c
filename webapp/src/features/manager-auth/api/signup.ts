import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { BotProof } from '@/lib/bot-proof';

export const useManagerSignup = () =>
  useMutation({
    mutationFn: (input: { email: string; password: string; fullname: string; setupCode?: string } & BotProof) =>
      call('PUT', '/api/cm/auth/signup', input),
  });
