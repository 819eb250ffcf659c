import { queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryKeys } from '@/lib/query-keys';

export type { HealthItem } from '@/lib/api/schema';

const MINUTE_MS = 60_000;

/** How the academy is; asked again each minute while a screen shows it. */
export const healthQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.health.items,
    queryFn: async ({ signal }) => (await managerCall('POST', '/api/cm/health/fetch', {}, { signal })).result,
    refetchInterval: MINUTE_MS,
  });
