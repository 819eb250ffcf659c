import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPath } from '@/lib/api-client';
import type { Learner, Page } from '@/lib/models';
import type { UsersQuery } from '../users-query';

export interface UsersPage extends Page<Learner> {
  total: number;
}

/** How soon an assignment ends for its learner to be called expiring. */
export const EXPIRING_DAYS = 7;

/** What of a query narrows and orders the list, as the server takes it. */
export const filterOf = ({ search, sort, active, activated, online, expiring }: UsersQuery) => ({
  ...(search && { search }),
  ...(active !== undefined && { active }),
  ...(activated !== undefined && { activated }),
  ...(online !== undefined && { online }),
  ...(expiring && { expiringWithinDays: EXPIRING_DAYS }),
  sort,
});

/** A page of learners; the one before stays while the next is on its way. */
export const usersQueryOptions = (query: UsersQuery) => {
  const { limit, cursor } = query;
  const body = { ...filterOf(query), limit, ...(cursor && { cursor }) };
  return queryOptions({
    queryKey: ['users', 'list', body],
    queryFn: ({ signal }) => callPath<UsersPage>('PUT', '/api/cm/user/fetch-users', body, { as: 'manager', signal }),
    placeholderData: keepPreviousData,
  });
};

export const userQueryOptions = (clientId: string) =>
  queryOptions({
    queryKey: ['users', 'one', clientId],
    queryFn: async ({ signal }) =>
      (
        await callPath<{ message: string; result: Learner }>(
          'POST',
          '/api/cm/user/fetch-user',
          { clientId },
          { as: 'manager', signal },
        )
      ).result,
  });
