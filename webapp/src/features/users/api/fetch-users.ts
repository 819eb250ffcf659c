import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListLearnersResponse } from '@/lib/api/schema';
import { managerCall } from '@/lib/manager-api';
import type { Learner } from '@/lib/models';
import { queryKeys } from '@/lib/query-keys';
import type { UsersQuery } from '../users-query';

/** The answer to a question that asks for a page. */
export type UsersPage = ListLearnersResponse & Required<Pick<ListLearnersResponse, 'nextCursor' | 'total'>>;

/** How soon an assignment ends for its learner to be called expiring. */
export const EXPIRING_DAYS = 7;
/** The longest page that the server gives. */
const LONGEST_PAGE = 1000;

/** What of a query narrows and orders the list, as the server takes it. */
export const filterOf = ({ search, sort, active, activated, online, expiring }: UsersQuery) => ({
  ...(search && { search }),
  ...(active !== undefined && { active }),
  ...(activated !== undefined && { activated }),
  ...(online !== undefined && { online }),
  ...(expiring && { expiringWithinDays: EXPIRING_DAYS }),
  sort,
});

async function fetchPage(body: ReturnType<typeof filterOf> & { limit: number; cursor?: string }, signal?: AbortSignal) {
  const page = await managerCall('PUT', '/api/cm/user/fetch-users', body, { signal });
  return { ...page, nextCursor: page.nextCursor ?? null, total: page.total ?? page.result.length };
}

/** A page of learners; the one before stays while the next is on its way. */
export const usersQueryOptions = (query: UsersQuery) => {
  const { size, cursor } = query;
  const body = { ...filterOf(query), limit: size, ...(cursor && { cursor }) };
  return queryOptions({
    queryKey: queryKeys.users.page(body),
    queryFn: ({ signal }): Promise<UsersPage> => fetchPage(body, signal),
    placeholderData: keepPreviousData,
  });
};

/** All learners that a query finds, page after page. */
export async function fetchAllUsers(
  query: UsersQuery,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<Learner[]> {
  const all: Learner[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: UsersPage = await fetchPage(
      { ...filterOf(query), limit: LONGEST_PAGE, ...(cursor && { cursor }) },
      signal,
    );
    all.push(...page.result);
    onProgress(all.length, page.total);
    cursor = page.nextCursor;
  }
  return all;
}

export const userQueryOptions = (clientId: string) =>
  queryOptions({
    queryKey: queryKeys.users.detail(clientId),
    queryFn: async ({ signal }) =>
      (await managerCall('POST', '/api/cm/user/fetch-user', { clientId }, { signal })).result,
  });
