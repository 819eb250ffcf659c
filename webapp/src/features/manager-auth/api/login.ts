import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { BotProof } from '@/lib/bot-proof';
import { managerSession } from '@/lib/session';

export const useManagerLogin = () =>
  useMutation({
    mutationFn: (input: { email: string; password: string } & BotProof) => call('POST', '/api/cm/auth/login', input),
    onSuccess: ({ token, expiresIn, result }) =>
      managerSession.start(
        token,
        { userId: result._id, fullname: result.fullname, lastLogin: result.lastLogin },
        expiresIn ? expiresIn * 1000 : undefined,
      ),
  });
