import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import type { UploadInWork } from '@/lib/models';
import type { OnlineUsers } from '@/lib/online-users';
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

/** Whether processing has given up, for the whole video or what was to be added to it. */
export const isStopped = ({ status, failedStage }: UploadInWork): boolean =>
  status === 'failed' || Boolean(failedStage);

/** Videos that cannot be watched yet, and those of which something failed. */
export const uploadsQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.dashboard.uploads,
    queryFn: async ({ signal }) => (await managerCall('POST', '/api/cm/media/fetch-uploads', {}, { signal })).result,
    refetchInterval: ({ state }) => (state.data?.some((upload) => !isStopped(upload)) ? BUSY_MS : CALM_MS),
  });

/** Some of the learners who are online; asked again when their number changes, or now and then if they are many. */
export const onlineLearnersQueryOptions = (online: OnlineUsers | null) =>
  queryOptions({
    queryKey: queryKeys.dashboard.online(online?.ids ? online.total : 'many'),
    queryFn: async ({ signal }) => {
      const filter = { online: true, sort: 'fullname', limit: SHOWN_ONLINE };
      return (await managerCall('PUT', '/api/cm/user/fetch-users', filter, { signal })).result;
    },
    enabled: Boolean(online?.total),
    refetchInterval: online?.ids ? false : CALM_MS,
    placeholderData: keepPreviousData,
  });
