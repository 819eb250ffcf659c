import { queryOptions } from '@tanstack/react-query';
import { managerCall } from './manager-api';
import { queryKeys } from './query-keys';

/** Every course, whole, as it is now. */
export const fetchCourses = async (signal?: AbortSignal) =>
  (await managerCall('POST', '/api/cm/course/fetch-courses', {}, { signal })).result;

/** Every course, whole: several features choose from this list. */
export const coursesQueryOptions = () =>
  queryOptions({ queryKey: queryKeys.courses.list, queryFn: ({ signal }) => fetchCourses(signal) });
