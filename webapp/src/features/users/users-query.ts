/** What of the list of learners is shown, as its address holds it. */
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

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
  /** From 0; the page begins after `cursor`. */
  page: number;
  cursor: string | null;
}

export const FIRST: UsersQuery = { search: '', sort: 'fullname', limit: 50, page: 0, cursor: null };

export function readUsersQuery(params: URLSearchParams): UsersQuery {
  const sort = params.get('sort') ?? '';
  const size = Number(params.get('size'));
  const cursor = params.get('after');
  const page = Number(params.get('page')) - 1;
  const flags = FLAGS.flatMap((flag) => {
    const value = params.get(flag);
    return value === 'true' || value === 'false' ? [[flag, value === 'true'] as const] : [];
  });
  return {
    ...(Object.fromEntries(flags) as Partial<Record<Flag, boolean>>),
    search: params.get('search') ?? '',
    sort: SORTABLE.some((column) => column === sort.replace(/^-/, '')) ? sort : FIRST.sort,
    limit: PAGE_SIZES.some((known) => known === size) ? size : FIRST.limit,
    page: cursor && page > 0 ? page : 0,
    cursor: page > 0 ? cursor : null,
  };
}

/** Only what is not as at first, so that addresses stay short. */
export function writeUsersQuery(query: UsersQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.search) params.set('search', query.search);
  for (const flag of FLAGS) {
    const value = query[flag];
    if (value !== undefined) params.set(flag, String(value));
  }
  if (query.sort !== FIRST.sort) params.set('sort', query.sort);
  if (query.limit !== FIRST.limit) params.set('size', String(query.limit));
  if (query.cursor) {
    params.set('page', String(query.page + 1));
    params.set('after', query.cursor);
  }
  return params;
}

/** Where the pages before this one began; kept with the entry of the browser's history. */
interface Turned {
  before?: readonly (string | null)[];
}

export function useUsersQuery() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const query = useMemo(() => readUsersQuery(params), [params]);
  const before = (location.state as Turned | null)?.before;
  const go = useCallback(
    (next: UsersQuery, { replace = false, state = null as Turned | null } = {}) =>
      void navigate({ search: writeUsersQuery(next).toString() }, { replace, state, preventScrollReset: true }),
    [navigate],
  );
  return {
    query,
    /** Another list: from its first page. */
    change: useCallback(
      (part: Partial<UsersQuery>, replace = false) => go({ ...query, cursor: null, page: 0, ...part }, { replace }),
      [go, query],
    ),
    next: (cursor: string) =>
      go({ ...query, page: query.page + 1, cursor }, { state: { before: [...(before ?? []), query.cursor] } }),
    previous: () => {
      const cursor = before?.at(-1) ?? null;
      // Whoever came by a link to a page knows no way to the one before it, but to the first.
      go({ ...query, page: cursor ? query.page - 1 : 0, cursor }, { state: { before: before?.slice(0, -1) } });
    },
  };
}
