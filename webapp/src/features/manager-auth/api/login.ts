import { useMutation } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import type { BotProof } from '@/lib/bot-proof';
import { managerSession } from '@/lib/session';

interface LoginAnswer extends Answer {
  token: string;
  /** Seconds. */
  expiresIn?: number;
  result: { _id: string; fullname: string; lastLogin: string | null };
}

export const useManagerLogin = () =>
  useMutation({
    mutationFn: (input: { email: string; password: string } & BotProof) =>
      call<LoginAnswer>('POST', '/api/cm/auth/login', input),
    onSuccess: ({ token, expiresIn, result }) =>
      managerSession.start(
        token,
        { userId: result._id, fullname: result.fullname, lastLogin: result.lastLogin },
        expiresIn ? expiresIn * 1000 : undefined,
      ),
  });
