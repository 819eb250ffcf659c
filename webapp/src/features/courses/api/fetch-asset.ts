import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { VideoStatus } from '@/lib/models';

const POLL_MS = 1500;
const settled = (status: VideoStatus | undefined) => status === 'ready' || status === 'failed';

/** An asset, asked again and again while it is in work. */
export const assetQueryOptions = (assetId: string) =>
  queryOptions({
    queryKey: ['assets', assetId],
    queryFn: async ({ signal }) =>
      (await call('POST', '/api/cm/media/fetch-asset', { assetId }, { as: 'manager', signal })).result,
    refetchInterval: ({ state }) => (settled(state.data?.status) || state.error ? false : POLL_MS),
    staleTime: 0,
  });
