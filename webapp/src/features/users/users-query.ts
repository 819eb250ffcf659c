/** What of the list of learners is shown, as its address holds it. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useListUrl } from '@/lib/use-list-url';

export const SORTABLE = ['fullname', 'email', 'createdAt', 'lastLogin'] as const;
export const PAGE_SIZES = [25, 50, 100] as const;

/** The filters of a learner's state; absent is without regard to it. */
export const FLAGS = ['active', 'activated', 'online', 'expiring'] as const;
export type Flag = (typeof FLAGS)[number];

export interface UsersQuery extends Partial<Record<Flag, boolean>> {
  search: string;
  /** `-` before it turns it round. */
  sort: string;
  limit: number;
  /** The page begins after it; empty for the first. */
  cursor: string;
}

const FIRST = { search: '', sort: 'fullname', limit: 50 } as const;

export function readUsersQuery(params: URLSearchParams): UsersQuery {
  const sort = params.get('sort') ?? '';
  const size = Number(params.get('size'));
  const flags = FLAGS.flatMap((flag) => {
    const value = params.get(flag);
    return value === 'true' || value === 'false' ? [[flag, value === 'true'] as const] : [];
  });
  return {
    ...(Object.fromEntries(flags) as Partial<Record<Flag, boolean>>),
    search: params.get('search') ?? '',
    sort: SORTABLE.some((column) => column === sort.replace(/^-/, '')) ? sort : FIRST.sort,
    limit: PAGE_SIZES.some((known) => known === size) ? size : FIRST.limit,
    cursor: params.get('cursor') ?? '',
  };
}

export type UsersChange = Partial<Omit<UsersQuery, Flag | 'cursor'> & Record<Flag, boolean | undefined>>;

/** Only what is not as at first, so that addresses stay short. */
const toAddress = (change: UsersChange): Record<string, string> =>
  Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key === 'limit' ? 'size' : key,
      value === undefined || value === FIRST[key as keyof typeof FIRST] ? '' : String(value),
    ]),
  );

export function useUsersQuery() {
  const [params] = useSearchParams();
  const url = useListUrl();
  return {
    query: useMemo(() => readUsersQuery(params), [params]),
    /** Another list: from its first page. What is searched for while typing takes the place of what was. */
    change: (part: UsersChange) => url.set(toAddress(part), { replace: part.search !== undefined }),
    page: url.page,
    next: url.next,
    previous: url.previous,
  };
}
