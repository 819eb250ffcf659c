import { queryOptions } from '@tanstack/react-query';
import { managerCall } from './manager-api';
import { queryKeys } from './query-keys';

/** Which second factors the signed-in manager has. */
export const factorsQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.managers.factors,
    queryFn: async ({ signal }) => (await managerCall('POST', '/api/cm/auth/fetch-factors', {}, { signal })).result,
  });
