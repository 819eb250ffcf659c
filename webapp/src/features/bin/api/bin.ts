import { useMutation } from '@tanstack/react-query';
import { restoreFromBin } from '@/lib/bin';
import { managerCall } from '@/lib/manager-api';
import { pagedQueryOptions } from '@/lib/paged-query';
import { binChanged, queryKeys } from '@/lib/query-keys';

export type { BinItem } from '@/lib/api/schema';

/** Deleted courses and learners, last deleted first. */
export const binQueryOptions = () =>
  pagedQueryOptions(queryKeys.bin.items, (from, options) =>
    managerCall('POST', '/api/cm/bin/fetch-items', from, options),
  );

export const useRestoreItem = () => useMutation({ mutationFn: (id: string) => restoreFromBin([id]) });

/** Deletes one item for good. */
export const usePurgeItem = () =>
  useMutation({
    mutationFn: (_id: string) => managerCall('PUT', '/api/cm/bin/purge', { _id }),
    onSettled: binChanged,
  });
