import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

/** Where a learner is paid back to. Asked for by those who look, and not kept after they have looked. */
export const userBankQueryOptions = (clientId: string) =>
  queryOptions({
    queryKey: queryKeys.users.bank(clientId),
    queryFn: async ({ signal }) =>
      (await call('POST', '/api/cm/user/fetch-bank', { clientId }, { as: 'manager', signal })).result,
    gcTime: 0,
  });
