import { queryOptions, useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { createPasskey, passkeysSupported } from '@/lib/passkeys';
import { factorsChanged, queryKeys } from '@/lib/query-keys';

/** The signed-in manager's passkeys, and the address of the pages where passkeys work. */
export const passkeysQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.managers.passkeys,
    queryFn: ({ signal }) => managerCall('POST', '/api/cm/auth/passkey/fetch', {}, { signal }),
  });

/** Has the browser make a passkey, adds it, and returns the recovery codes that come with a first factor. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async ({ name, signal }: { name: string; signal: AbortSignal }) => {
      const options = await managerCall('POST', '/api/cm/auth/passkey/begin-registration', {}, { signal });
      const credential = await createPasskey(options.result, signal);
      const added = await managerCall('POST', '/api/cm/auth/passkey/finish-registration', { credential, name });
      return added.result.recoveryCodes;
    },
    onSuccess: factorsChanged,
  });

export const useRemovePasskey = () =>
  useMutation({
    mutationFn: (passkeyId: string) => managerCall('PUT', '/api/cm/auth/passkey/remove', { passkeyId }),
    onSettled: factorsChanged,
  });

/** Why no passkey can be added on this page; null if one can. */
export function whyNoPasskey(origin: string): 'unavailable' | 'elsewhere' | 'unsupported' | null {
  if (origin === '') return 'unavailable';
  if (origin !== window.location.origin) return 'elsewhere';
  return passkeysSupported() ? null : 'unsupported';
}
