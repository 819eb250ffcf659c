import type { ReactNode } from 'react';
import { useDescribeError } from '@/i18n/error-messages';
import { toSort, toTableSort, type ListUrl } from '@/lib/use-list-url';
import { DataTable, type DataTableProps } from './data-table';
import { Pagination } from './pagination';
import { RetryNotice } from './retry-notice';
import { ListSkeleton } from './skeleton';

/** What is asked of a query for pages; the page before stays until the next is there. */
interface PageQuery {
  data: { nextCursor?: string | null; total?: number } | undefined;
  error: Error | null;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface PagedListProps {
  query: PageQuery;
  /** Where the list's order, page and its length are held. */
  url: ListUrl<{ sort: string; size: number }>;
  pageSizes: readonly number[];
  /** Rows on this page. */
  shown: number;
  as?: 'table' | 'cards';
  /** What is there; `stale` while it is the page before. */
  children: (stale: boolean) => ReactNode;
}

/** A list of the server's, a page at a time: what is there, the way to its other pages, and what went wrong. */
export function PagedList({ query, url, pageSizes, shown, as = 'table', children }: PagedListProps) {
  const describe = useDescribeError();
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  return (
    <div className="flex flex-col gap-4">
      {error && <RetryNotice onRetry={refetch}>{describe(error)}</RetryNotice>}
      {isPending && <ListSkeleton as={as} />}
      {data && children(isPlaceholderData)}
      {(shown > 0 || url.page > 0) && (
        <Pagination
          page={url.page}
          pageSize={url.values.size}
          shown={shown}
          total={data?.total}
          onPrevious={url.previous}
          // The page before, which is still shown, does not know where the one after the next begins.
          onNext={isPlaceholderData ? undefined : url.next(data?.nextCursor)}
          pageSizes={pageSizes}
          onPageSize={(size) => url.set({ size })}
        />
      )}
    </div>
  );
}

export interface PagedTableProps<Item>
  extends
    Omit<PagedListProps, 'shown' | 'as' | 'children'>,
    Pick<DataTableProps<Item>, 'label' | 'columns' | 'rows' | 'rowId' | 'selected' | 'onSelect' | 'hidden' | 'stale'> {
  /** Rows of the page that the server gave, where `rows` are not all of them. */
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
