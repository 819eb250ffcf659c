import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';

/** How a course goes: who has it, who completed it and when, and where viewers stop. */
export const statisticsQueryOptions = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', 'statistics', courseId],
    queryFn: async ({ signal }) =>
      (await call('POST', '/api/cm/user-course/fetch-statistics', { courseId }, { as: 'manager', signal })).result,
  });
