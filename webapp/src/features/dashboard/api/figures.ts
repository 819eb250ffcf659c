import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryKeys } from '@/lib/query-keys';

const MINUTE_MS = 60_000;
/** While something moves, and while nothing does. */
const BUSY_MS = 3000;
const CALM_MS = 20_000;
/** Names that the dashboard tells of those online; the rest are in the list of users. */
const SHOWN_ONLINE = 8;

export const figuresQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.dashboard.figures,
    queryFn: async ({ signal }) =>
      (await managerCall('POST', '/api/cm/dashboard/fetch-figures', {}, { signal })).result,
    refetchInterval: MINUTE_MS,
  });

/** Videos that cannot be watched yet, and those that failed. */
export const uploadsQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.dashboard.uploads,
    queryFn: async ({ signal }) => (await managerCall('POST', '/api/cm/media/fetch-uploads', {}, { signal })).result,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status !== 'failed') ? BUSY_MS : CALM_MS),
  });

/** Some of the learners who are online; asked again when their number changes. */
export const onlineLearnersQueryOptions = (count: number) =>
  queryOptions({
    queryKey: queryKeys.dashboard.online(count),
    queryFn: async ({ signal }) => {
      const filter = { online: true, sort: 'fullname', limit: SHOWN_ONLINE };
      return (await managerCall('PUT', '/api/cm/user/fetch-users', filter, { signal })).result;
    },
    enabled: count > 0,
    placeholderData: keepPreviousData,
  });
