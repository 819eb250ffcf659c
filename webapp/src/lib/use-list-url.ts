import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { addressKey, readListUrl, toAddress, type InAddress, type ListSchema, type ListValues } from './list-url';

/** The cursors of the previous pages, by list, kept in this tab's history state. */
interface ListState {
  trails?: Readonly<Record<string, readonly string[]>>;
}

export interface ListUrl<Values extends ListValues> {
  /** The values in the address; the same objects until it changes. */
  values: InAddress<Values>;
  /**
   * Changes the query and goes to the first page. Adds a step to the history unless it replaces the current one.
   */
  set: (changes: Partial<Values>, options?: { replace?: boolean }) => void;
  /** From 0. */
  page: number;
  /** Goes to the previous page; undefined on the first. Without its cursor (a shared address) it goes to the first page. */
  previous: (() => void) | undefined;
  /** Goes to the next page, if the list continues at `cursor`. */
  next: (cursor: string | null | undefined) => (() => void) | undefined;
}

/**
 * A list's state, kept in the address by its schema. `name` keeps two lists of one screen apart. The result is the same
 * object until the address changes, so that memoised controls of a list are not rendered with its selection.
 */
export function useListUrl<Values extends ListValues>(schema: ListSchema<Values>, name = ''): ListUrl<Values> {
  const [query, setQuery] = useSearchParams();
  // What is wanted last: a search that waits for a pause in typing must not undo what was chosen meanwhile, nor what is
  // still on its way into the address.
  const latest = useRef(query);
  useLayoutEffect(() => {
    latest.current = query;
  }, [query]);
  const state = useLocation().state as ListState | null;
  const values = useMemo(() => readListUrl(schema, query, name), [schema, query, name]);
  const trails = state?.trails;
  const change = useCallback(
    (changes: Readonly<Record<string, string>>, nextTrail: readonly string[], replace: boolean) => {
      const next = new URLSearchParams(latest.current);
      for (const [key, value] of Object.entries(changes)) {
        if (value) next.set(addressKey(name, key), value);
        else next.delete(addressKey(name, key));
      }
      latest.current = next;
      setQuery(next, {
        replace,
        preventScrollReset: true,
        state: { trails: { ...trails, [name]: nextTrail } } satisfies ListState,
      });
    },
    [name, setQuery, trails],
  );
  return useMemo(() => {
    const trail = trails?.[name] ?? [];
    const { cursor } = values;
    const page = cursor ? Math.max(1, Number(query.get(addressKey(name, 'page'))) - 1 || 1) : 0;
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
        nextCursor
          ? () => change({ cursor: nextCursor, page: String(page + 2) }, [...trail, cursor], false)
          : undefined,
    };
  }, [change, name, query, schema, trails, values]);
}

/** Converts between the server's `-title` and a table's sort order. */
export const toTableSort = (sort: string) =>
  ({ column: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'descending' : 'ascending' }) as const;
export const toSort = ({ column, direction }: { column: string; direction: 'ascending' | 'descending' }): string =>
  direction === 'descending' ? `-${column}` : column;
