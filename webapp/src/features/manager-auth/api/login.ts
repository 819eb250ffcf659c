import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { LoginManagerResponse, PasskeyAssertionInput } from '@/lib/api/schema';
import type { BotProof } from '@/lib/bot-proof';
import { managerSession } from '@/lib/session';

/** `code` or `recoveryCode` in the second step. */
export interface ManagerLoginInput extends BotProof {
  email: string;
  password: string;
  code?: string;
  recoveryCode?: string;
}

const begin = ({ token, expiresIn, result }: LoginManagerResponse) =>
  managerSession.start(
    token,
    { userId: result._id, fullname: result.fullname, lastLogin: result.lastLogin },
    expiresIn ? expiresIn * 1000 : undefined,
  );

export const useManagerLogin = () =>
  useMutation({
    mutationFn: (input: ManagerLoginInput) => call('POST', '/api/cm/auth/login', input),
    onSuccess: begin,
  });

/** A passkey stands for password and second factor. */
export const usePasskeyLogin = () =>
  useMutation({
    mutationFn: (credential: PasskeyAssertionInput) =>
      call('POST', '/api/cm/auth/passkey/finish-login', { credential }),
    onSuccess: begin,
  });
