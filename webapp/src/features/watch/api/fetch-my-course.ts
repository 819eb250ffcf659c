import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';

/** Never asked again by itself: new addresses would restart the player in the middle of a lesson. */
export const myCourseQueryOptions = (courseId: string) =>
  queryOptions({
    queryKey: ['learner', 'course', courseId],
    queryFn: async ({ signal }) =>
      (await call('POST', '/api/user-course/fetch-course', { courseId }, { as: 'learner', signal })).result,
    staleTime: Infinity,
  });
