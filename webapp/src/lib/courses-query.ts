import { queryOptions } from '@tanstack/react-query';
import { managerCall } from './manager-api';
import { queryKeys } from './query-keys';

/** Fetches all courses, complete and current. */
export const fetchCourses = async (signal?: AbortSignal) =>
  (await managerCall('POST', '/api/cm/course/fetch-courses', {}, { signal })).result;

/** All courses, complete: several features choose from this list. */
export const coursesQueryOptions = () =>
  queryOptions({ queryKey: queryKeys.courses.list, queryFn: ({ signal }) => fetchCourses(signal) });
