import { queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryKeys } from '@/lib/query-keys';

/** Who is signed in. */
export const meQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.managers.me,
    queryFn: async ({ signal }) => (await managerCall('POST', '/api/cm/auth/check', {}, { signal })).result,
  });
