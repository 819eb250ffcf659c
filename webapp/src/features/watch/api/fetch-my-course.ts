import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

export const fetchMyCourse = async (courseId: string, signal?: AbortSignal) =>
  (await call('POST', '/api/user-course/fetch-course', { courseId }, { as: 'learner', signal })).result;

/** Never asked again by itself: new addresses would restart the player in the middle of a lesson. */
export const myCourseQueryOptions = (courseId: string) =>
  queryOptions({
    queryKey: queryKeys.myself.course(courseId),
    queryFn: ({ signal }) => fetchMyCourse(courseId, signal),
    staleTime: Infinity,
  });
