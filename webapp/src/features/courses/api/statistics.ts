import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

/** How a course goes: who has it, who completed it and when, and where viewers stop. */
export const statisticsQueryOptions = (courseId: string) =>
  queryOptions({
    queryKey: queryKeys.courses.statistics(courseId),
    queryFn: async ({ signal }) =>
      (await call('POST', '/api/cm/user-course/fetch-statistics', { courseId }, { as: 'manager', signal })).result,
  });
