import { useMutation } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import type { BotProof } from '@/lib/bot-proof';
import type { Manager } from '@/lib/models';

export const useManagerSignup = () =>
  useMutation({
    mutationFn: (input: { email: string; password: string; fullname: string; setupCode?: string } & BotProof) =>
      call<Answer & { result: Manager }>('PUT', '/api/cm/auth/signup', input),
  });
