import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client';

export const usersQueryOptions = () =>
  queryOptions({
    queryKey: ['users', 'list'],
    queryFn: async ({ signal }) =>
      (await call('PUT', '/api/cm/user/fetch-users', {}, { as: 'manager', signal })).result,
  });
