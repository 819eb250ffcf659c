import { queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryKeys } from '@/lib/query-keys';

/** How a course goes: who has it, who completed it and when, and where viewers stop. */
export const statisticsQueryOptions = (courseId: string) =>
  queryOptions({
    queryKey: queryKeys.courses.statistics(courseId),
    queryFn: async ({ signal }) =>
      (await managerCall('POST', '/api/cm/user-course/fetch-statistics', { courseId }, { signal })).result,
  });
