import { queryOptions, useMutation } from '@tanstack/react-query';
import type { ListMissingKind } from '@/lib/api/schema';
import { managerCall } from '@/lib/manager-api';
import { missingDeleted, queryKeys } from '@/lib/query-keys';

/** What is missing of one kind: learners, or courses. */
export type MissingKind = ListMissingKind;

/** Learners and courses that are missing though nobody removed them. */
export const missingQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.health.missing,
    queryFn: async ({ signal }) => (await managerCall('POST', '/api/cm/missing/fetch', {}, { signal })).result,
    staleTime: 0,
  });

/** Deletes for good what belongs to as many missing learners, or courses, as were shown. */
export const useDeleteMissing = () =>
  useMutation({
    mutationFn: ({ kind, count }: Pick<MissingKind, 'kind' | 'count'>) =>
      managerCall('PUT', '/api/cm/missing/accept', { kind, count }),
    onSettled: missingDeleted,
  });
