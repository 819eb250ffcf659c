import { queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryKeys, readingRecorded } from '@/lib/query-keys';

/** Where a learner is paid back to. Asked for by those who look, and not kept after they have looked. */
export const userBankQueryOptions = (clientId: string) =>
  queryOptions({
    queryKey: queryKeys.users.bank(clientId),
    queryFn: async ({ signal }) => {
      const { result } = await managerCall('POST', '/api/cm/user/fetch-bank', { clientId }, { signal });
      void readingRecorded();
      return result;
    },
    gcTime: 0,
  });
