import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';

/** Who is signed in. */
export const meQueryOptions = () =>
  queryOptions({
    queryKey: ['managers', 'me'],
    queryFn: async ({ signal }) => (await call('POST', '/api/cm/auth/check', {}, { as: 'manager', signal })).result,
  });
