/** What of the list of learners is shown, as its address holds it. */
import { useMemo } from 'react';
import { z } from 'zod/mini';
import { flag, pageSize, readListUrl, sort, text, type InAddress } from '@/lib/list-url';
import { useListUrl, type ListUrl } from '@/lib/use-list-url';

export const PAGE_SIZES = [25, 50, 100] as const;

/** The filters of a learner's state; absent is without regard to it. */
export const FLAGS = ['active', 'activated', 'online', 'expiring'] as const;
export type Flag = (typeof FLAGS)[number];

const usersUrl = z.object({
  search: text(),
  sort: sort(['fullname', 'email', 'createdAt', 'lastLogin'], 'fullname'),
  size: pageSize(PAGE_SIZES, 50),
  active: flag(),
  activated: flag(),
  online: flag(),
  expiring: flag(),
});
type UsersUrl = z.infer<typeof usersUrl>;

export type UsersQuery = InAddress<UsersUrl>;
export type UsersChange = Partial<UsersUrl>;

/** Whether it asks for some of the learners only. */
export const isNarrowed = (query: UsersQuery) => query.search !== '' || FLAGS.some((flag) => query[flag] !== undefined);

export const readUsersQuery = (params: URLSearchParams): UsersQuery => readListUrl(usersUrl, params);

/** Each change is a step to go back to; what is searched for while typing takes the place of what was. */
export function useUsersUrl(): ListUrl<UsersUrl> {
  const url = useListUrl(usersUrl);
  return useMemo(() => ({ ...url, set: (change) => url.set(change, { replace: change.search !== undefined }) }), [url]);
}
