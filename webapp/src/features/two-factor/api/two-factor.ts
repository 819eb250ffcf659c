import { queryOptions, useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

/** Which second factors the signed-in manager has. */
export const factorsQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.managers.factors,
    queryFn: async ({ signal }) => (await managerCall('POST', '/api/cm/auth/fetch-factors', {}, { signal })).result,
  });

const refresh = () => queryClient.invalidateQueries(factorsQueryOptions());

/** Makes a secret; nothing is on before its first code is confirmed. */
export const useBeginTotp = () =>
  useMutation({ mutationFn: async () => (await managerCall('POST', '/api/cm/auth/totp/begin', {})).result });

/** Turns the authenticator app on and returns the recovery codes. */
export const useConfirmTotp = () =>
  useMutation({
    mutationFn: async (code: string) =>
      (await managerCall('PUT', '/api/cm/auth/totp/confirm', { code })).result.recoveryCodes,
    onSuccess: refresh,
  });

export const useDisableTotp = () =>
  useMutation({ mutationFn: () => managerCall('PUT', '/api/cm/auth/totp/disable', {}), onSuccess: refresh });

/** Replaces the recovery codes and returns the new ones. */
export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: async () => (await managerCall('PUT', '/api/cm/auth/renew-recovery-codes', {})).result.recoveryCodes,
    onSuccess: refresh,
  });
