import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { Playback } from '@/lib/models';
import { queryKeys } from '@/lib/query-keys';

/** A ready video as learners get it, for this manager's session; its addresses last 8 hours. */
export const previewQueryOptions = (assetId: string) =>
  queryOptions({
    queryKey: queryKeys.previews.detail(assetId),
    queryFn: async ({ signal }): Promise<Playback> => {
      const { result } = await call('POST', '/api/cm/media/fetch-preview', { assetId }, { as: 'manager', signal });
      return { ...result, position: 0 };
    },
    staleTime: 60 * 60 * 1000,
  });
