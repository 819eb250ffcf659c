import { queryOptions } from '@tanstack/react-query';
import { managerCall } from './manager-api';
import { queryKeys } from './query-keys';

/** All courses, complete: several features choose from this list. */
export const coursesQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.courses.list,
    queryFn: async ({ signal }) => (await managerCall('POST', '/api/cm/course/fetch-courses', {}, { signal })).result,
  });
