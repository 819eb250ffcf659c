import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { addressKey, readListUrl, toAddress, type InAddress, type ListSchema, type ListValues } from './list-url';

/** The cursors of the pages before the one shown, by list: kept beside the address, in the history of this tab. */
interface ListState {
  trails?: Readonly<Record<string, readonly string[]>>;
}

export interface ListUrl<Values extends ListValues> {
  /** What the address holds; they stay the same objects until it changes. */
  values: InAddress<Values>;
  /**
   * Changes what is looked for, and goes back to the first page. Unless it replaces the address of before, the way back
   * leads to that.
   */
  set: (changes: Partial<Values>, options?: { replace?: boolean }) => void;
  /** From 0. */
  page: number;
  /** The way to the page before; undefined on the first. Without its cursor (a shared address) it is the first page. */
  previous: (() => void) | undefined;
  /** The way to the next page, if the list goes on at `cursor`. */
  next: (cursor: string | null | undefined) => (() => void) | undefined;
}

/** What a list shows, held in the address as its schema says. `name` keeps two lists of one screen apart. */
export function useListUrl<Values extends ListValues>(schema: ListSchema<Values>, name = ''): ListUrl<Values> {
  const [query, setQuery] = useSearchParams();
  const state = useLocation().state as ListState | null;
  const values = useMemo(() => readListUrl(schema, query, name), [schema, query, name]);
  const trails = state?.trails ?? {};
  const trail = trails[name] ?? [];
  const { cursor } = values;
  const page = cursor ? Math.max(1, Number(query.get(addressKey(name, 'page'))) - 1 || 1) : 0;

  const change = (changes: Readonly<Record<string, string>>, nextTrail: readonly string[], replace: boolean) =>
    setQuery(
      (now) => {
        for (const [key, value] of Object.entries(changes)) {
          if (value) now.set(addressKey(name, key), value);
          else now.delete(addressKey(name, key));
        }
        return now;
      },
      { replace, preventScrollReset: true, state: { trails: { ...trails, [name]: nextTrail } } satisfies ListState },
    );
  return {
    values,
    set: (changes, { replace = true } = {}) =>
      change({ cursor: '', page: '', ...toAddress(schema, changes) }, [], replace),
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
