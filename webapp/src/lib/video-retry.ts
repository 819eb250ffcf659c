import { useMutation } from '@tanstack/react-query';
import { managerCall } from './manager-api';
import { queryClient } from './query-client';
import { queryKeys } from './query-keys';

/** Begins again what failed of a video's processing, or what waits. */
export const useRetryVideo = (assetId: string) =>
  useMutation({
    mutationFn: () => managerCall('PUT', '/api/cm/media/retry', { assetId }),
    onSuccess: ({ result }) => {
      queryClient.setQueryData(queryKeys.assets.detail(assetId), result);
      return queryClient.invalidateQueries({ queryKey: queryKeys.dashboard.uploads });
    },
  });
