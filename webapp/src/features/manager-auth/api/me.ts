import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

/** Who is signed in. */
export const meQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.managers.me,
    queryFn: async ({ signal }) => (await call('POST', '/api/cm/auth/check', {}, { as: 'manager', signal })).result,
  });
