import { useCallback, useMemo, type ReactNode } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { useListTop } from '@/lib/use-list-top';
import { toSort, toTableSort, type ListUrl } from '@/lib/use-list-url';
import { DataTable, type DataTableProps } from './data-table';
import { Pagination } from './pagination';
import { QueryState } from './query-state';
import { ListSkeleton } from './skeleton';

/** What a paged query needs; the previous page is shown until the next one has loaded. */
interface PageQuery {
  data: { nextCursor?: string | null; total?: number; totalAtLeast?: boolean } | undefined;
  error: Error | null;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface PagedListProps {
  query: PageQuery;
  /** Holds the list's order, page and page size. */
  url: ListUrl<{ sort: string; size: number }>;
  pageSizes: readonly number[];
  /** Rows on this page. */
  shown: number;
  as?: 'table' | 'cards';
  /** The loaded rows; `stale` while they are the previous page's. */
  children: (stale: boolean) => ReactNode;
}

/** A server-side list, one page at a time: its rows, its pagination, and its error. */
export function PagedList({ query, url, pageSizes, shown, as = 'table', children }: PagedListProps) {
  const { data, isPlaceholderData } = query;
  // On the way back the browser knows where the person was.
  const top = useListTop<HTMLDivElement>(url.values, { still: useNavigationType() === NavigationType.Pop });
  // The previous page, still shown, does not have the cursor of the page after the next.
  const cursor = isPlaceholderData ? undefined : data?.nextCursor;
  const onNext = useMemo(() => url.next(cursor), [url, cursor]);
  const onPageSize = useCallback((size: number) => url.set({ size }), [url]);
  return (
    <div ref={top} className="flex flex-col gap-4">
      <QueryState query={query} waiting={<ListSkeleton as={as} />} />
      {data && children(isPlaceholderData)}
      {(shown > 0 || url.page > 0) && (
        <Pagination
          page={url.page}
          pageSize={url.values.size}
          shown={shown}
          total={data?.totalAtLeast ? undefined : data?.total}
          onPrevious={url.previous}
          onNext={onNext}
          pageSizes={pageSizes}
          onPageSize={onPageSize}
        />
      )}
    </div>
  );
}

export interface PagedTableProps<Item>
  extends
    Omit<PagedListProps, 'shown' | 'as' | 'children'>,
    Pick<
      DataTableProps<Item>,
      'label' | 'columns' | 'rows' | 'rowId' | 'selected' | 'onSelect' | 'hidden' | 'stale' | 'empty'
    > {
  /** The number of rows on the server's page, if `rows` are not all of them. */
  shown?: number;
}

/** Such a list as a table that can be sorted and chosen from. */
export function PagedTable<Item extends object>(props: PagedTableProps<Item>) {
  const { query, url, pageSizes, stale = false, shown, ...table } = props;
  return (
    <PagedList query={query} url={url} pageSizes={pageSizes} shown={shown ?? table.rows.length}>
      {(placeholder) => (
        <DataTable
          {...table}
          sort={toTableSort(url.values.sort)}
          onSort={(next) => url.set({ sort: toSort(next) })}
          stale={placeholder || stale}
        />
      )}
    </PagedList>
  );
}
