import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { BotProof } from '@/lib/bot-proof';

/** `userId` in these three calls is the opaque handle of one recovery, not the learner's id. */
export const useRequestRecovery = () =>
  useMutation({
    /** `again` asks for another code although one is valid. */
    mutationFn: ({ again, ...input }: { email: string; again: boolean } & BotProof) =>
      call('POST', '/api/auth/forgot-password', { ...input, ...(again && { again }) }),
  });

export const useVerifyRecovery = () =>
  useMutation({
    mutationFn: (input: { userId: string; code: string }) => call('PUT', '/api/auth/forgotpassword/activation', input),
  });

export const useSetNewPassword = () =>
  useMutation({
    mutationFn: (input: { userId: string; password: string }) => call('PUT', '/api/auth/forgotpassword/update', input),
  });
