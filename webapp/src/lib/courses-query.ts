import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client';
import { queryKeys } from './query-keys';

/** Every course, whole, as it is now. */
export const fetchCourses = async (signal?: AbortSignal) =>
  (await call('POST', '/api/cm/course/fetch-courses', {}, { as: 'manager', signal })).result;

/** Every course, whole: several features choose from this list. */
export const coursesQueryOptions = () =>
  queryOptions({ queryKey: queryKeys.courses.list, queryFn: ({ signal }) => fetchCourses(signal) });
