import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { Assignment, Progress } from '@/lib/models';
import { queryKeys } from '@/lib/query-keys';

export type MyCourse = Assignment & { progress: Progress };

export const myCoursesQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.myself.courses,
    queryFn: async ({ signal }) =>
      // A learner's own list always tells the progress.
      (await call('POST', '/api/user-course/fetch-courses', {}, { as: 'learner', signal })).result as MyCourse[],
    // Progress and dates move while the learner watches: ask again on each visit.
    staleTime: 0,
  });
