import { queryOptions } from '@tanstack/react-query';
import { isApiError } from '@/lib/api-error';
import { managerCall } from '@/lib/manager-api';
import type { Asset, VideoStatus } from '@/lib/models';
import { queryKeys } from '@/lib/query-keys';

const POLL_MS = 1500;
/** While smaller sizes are being added to what can be watched already. */
const SLOW_POLL_MS = 6000;

export const isSettled = (status: VideoStatus | undefined): boolean => status === 'ready' || status === 'failed';

function nextPoll(asset: Asset | undefined, error: unknown): number | false {
  // A refusal is final; an unreachable server may come back.
  if (error) return isApiError(error) && error.status >= 400 && error.status < 500 ? false : SLOW_POLL_MS;
  if (!isSettled(asset?.status)) return POLL_MS;
  return asset?.status === 'ready' && asset.progress < 100 ? SLOW_POLL_MS : false;
}

/** An asset, polled while it is being processed and shown. */
export const assetQueryOptions = (assetId: string) =>
  queryOptions({
    queryKey: queryKeys.assets.detail(assetId),
    queryFn: async ({ signal }) =>
      (await managerCall('POST', '/api/cm/media/fetch-asset', { assetId }, { signal })).result,
    refetchInterval: ({ state }) => nextPoll(state.data, state.error),
    staleTime: 0,
  });
