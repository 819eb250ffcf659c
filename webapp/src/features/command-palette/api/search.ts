import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryKeys } from '@/lib/query-keys';

/** The most results of each kind; typing more letters narrows them. */
const LIMIT = 6;
const shared = { placeholderData: keepPreviousData, staleTime: 10_000 };

export const learnerSearchOptions = (search: string) =>
  queryOptions({
    ...shared,
    queryKey: queryKeys.search.learners(search),
    enabled: search !== '',
    queryFn: async ({ signal }) =>
      (await managerCall('PUT', '/api/cm/user/fetch-users', { search, limit: LIMIT }, { signal })).result,
  });

export const courseSearchOptions = (search: string) =>
  queryOptions({
    ...shared,
    queryKey: queryKeys.search.courses(search),
    enabled: search !== '',
    queryFn: async ({ signal }) =>
      (await managerCall('POST', '/api/cm/course/fetch-courses', { search, limit: LIMIT }, { signal })).result,
  });
