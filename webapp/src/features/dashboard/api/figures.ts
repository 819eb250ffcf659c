import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import type { UploadInWork } from '@/lib/models';
import type { OnlineUsers } from '@/lib/online-users';
import { queryKeys } from '@/lib/query-keys';

const MINUTE_MS = 60_000;
/** While something moves, and while nothing does. */
const BUSY_MS = 3000;
const CALM_MS = 20_000;
/** Until the accounts may know too who has come; longer each time. */
const LATE_MS = 1000;
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

/**
 * Some of the learners who are online; asked again when their number changes, or now and then if they are many. The live
 * connection may know of somebody before the accounts do: then it is asked again soon.
 */
export const onlineLearnersQueryOptions = (online: OnlineUsers | null) =>
  queryOptions({
    queryKey: queryKeys.dashboard.online(online?.ids ? online.total : 'many'),
    queryFn: async ({ signal }) => {
      const filter = { online: true, sort: 'fullname', limit: SHOWN_ONLINE };
      return (await managerCall('PUT', '/api/cm/user/fetch-users', filter, { signal })).result;
    },
    enabled: Boolean(online?.total),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (!online?.ids) return CALM_MS;
      const known = data?.filter(({ _id }) => online.ids?.has(_id)).length ?? 0;
      return known < Math.min(online.total, SHOWN_ONLINE) && Math.min(CALM_MS, LATE_MS * dataUpdateCount);
    },
    placeholderData: keepPreviousData,
  });
