import { queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import type { Learner } from '@/lib/models';

export const usersQueryOptions = () =>
  queryOptions({
    queryKey: ['users', 'list'],
    queryFn: async ({ signal }) =>
      (await call<Answer & { result: Learner[] }>('PUT', '/api/cm/user/fetch-users', {}, { as: 'manager', signal }))
        .result,
  });
