import { useLocation, useSearchParams } from 'react-router';

/** The cursors of the pages before the one shown, by list: kept beside the address, in the history of this tab. */
interface ListState {
  trails?: Readonly<Record<string, readonly string[]>>;
}

export interface ListUrl {
  /** A value held in the address; empty without one. */
  get: (key: string) => string;
  /**
   * Changes what is looked for, and goes back to the first page. An empty value leaves the address. Unless it replaces
   * the address of before, the way back leads to that.
   */
  set: (changes: Readonly<Record<string, string>>, options?: { replace?: boolean }) => void;
  /** Of the page shown; empty for the first. */
  cursor: string;
  /** From 0. */
  page: number;
  /** The way to the page before; undefined on the first. Without its cursor (a shared address) it is the first page. */
  previous: (() => void) | undefined;
  /** The way to the next page, if the list goes on at `cursor`. */
  next: (cursor: string | null | undefined) => (() => void) | undefined;
}

/**
 * What a list shows, held in the address: `q`, `sort`, `page` and whatever else it asks for. `name` keeps two lists of
 * one screen apart.
 */
export function useListUrl(name = ''): ListUrl {
  const [query, setQuery] = useSearchParams();
  const state = useLocation().state as ListState | null;
  const keyOf = (key: string) => (name ? `${name}-${key}` : key);
  const get = (key: string) => query.get(keyOf(key)) ?? '';
  const trails = state?.trails ?? {};
  const trail = trails[name] ?? [];
  const cursor = get('cursor');
  const page = cursor ? Math.max(1, Number(get('page')) - 1 || 1) : 0;

  const change = (changes: Readonly<Record<string, string>>, nextTrail: readonly string[], replace: boolean) =>
    setQuery(
      (now) => {
        for (const [key, value] of Object.entries(changes)) {
          if (value) now.set(keyOf(key), value);
          else now.delete(keyOf(key));
        }
        return now;
      },
      { replace, preventScrollReset: true, state: { trails: { ...trails, [name]: nextTrail } } satisfies ListState },
    );
  return {
    get,
    set: (changes, { replace = true } = {}) => change({ cursor: '', page: '', ...changes }, [], replace),
    cursor,
    page,
    previous:
      page === 0
        ? undefined
        : () => {
            const before = trail.length === page ? (trail.at(-1) ?? '') : '';
            change({ cursor: before, page: before ? String(page) : '' }, before ? trail.slice(0, -1) : [], false);
          },
    next: (nextCursor) =>
      nextCursor ? () => change({ cursor: nextCursor, page: String(page + 2) }, [...trail, cursor], false) : undefined,
  };
}

/** `-title` as the lists of the server take it, and as tables do. */
export const toTableSort = (sort: string) =>
  ({ column: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'descending' : 'ascending' }) as const;
export const toSort = ({ column, direction }: { column: string; direction: 'ascending' | 'descending' }): string =>
  direction === 'descending' ? `-${column}` : column;
