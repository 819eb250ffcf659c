import { useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { factorsChanged } from '@/lib/query-keys';

/** Makes a secret; nothing is on before its first code is confirmed. */
export const useBeginTotp = () =>
  useMutation({ mutationFn: async () => (await managerCall('POST', '/api/cm/auth/totp/begin', {})).result });

/** Turns the authenticator app on and returns the recovery codes. */
export const useConfirmTotp = () =>
  useMutation({
    mutationFn: async (code: string) =>
      (await managerCall('PUT', '/api/cm/auth/totp/confirm', { code })).result.recoveryCodes,
    onSuccess: factorsChanged,
  });

export const useDisableTotp = () =>
  useMutation({ mutationFn: () => managerCall('PUT', '/api/cm/auth/totp/disable', {}), onSuccess: factorsChanged });

/** Replaces the recovery codes and returns the new ones. */
export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: async () => (await managerCall('PUT', '/api/cm/auth/renew-recovery-codes', {})).result.recoveryCodes,
    onSuccess: factorsChanged,
  });
