import { queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import type { Assignment, Progress } from '@/lib/models';

export type MyCourse = Assignment & { progress: Progress };

export const myCoursesQueryOptions = () =>
  queryOptions({
    queryKey: ['learner', 'courses'],
    queryFn: async ({ signal }) =>
      (
        await call<Answer & { result: MyCourse[] }>(
          'POST',
          '/api/user-course/fetch-courses',
          {},
          { as: 'learner', signal },
        )
      ).result,
    // Progress and dates move while the learner watches: ask again on each visit.
    staleTime: 0,
  });
