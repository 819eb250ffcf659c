import { queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import type { Playback } from '@/lib/models';
import { queryKeys } from '@/lib/query-keys';

/** A ready video as learners get it, for this manager's session; its addresses last 8 hours. */
export const previewQueryOptions = (assetId: string) =>
  queryOptions({
    queryKey: queryKeys.previews.detail(assetId),
    queryFn: async ({ signal }): Promise<Playback> => {
      const { result } = await managerCall('POST', '/api/cm/media/fetch-preview', { assetId }, { signal });
      return { ...result, position: 0 };
    },
    staleTime: 60 * 60 * 1000,
  });
