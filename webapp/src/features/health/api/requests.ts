import { queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryKeys } from '@/lib/query-keys';

export type { RouteReport } from '@/lib/api/schema';

/** The requests of the last day, and the slowest of them. */
export const requestsQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.health.requests,
    queryFn: async ({ signal }) => (await managerCall('POST', '/api/cm/health/fetch-requests', {}, { signal })).result,
    staleTime: 0,
  });
