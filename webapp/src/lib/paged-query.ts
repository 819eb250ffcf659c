import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { Page } from './models';

/** Fetches the page at the cursor; without a cursor, the first. */
type FetchPage<Item> = (from: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page<Item>>;

/** A list that the server returns in pages, which are joined into one list. */
export const pagedQueryOptions = <Item>(queryKey: QueryKey, fetchPage: FetchPage<Item>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ result }) => result),
  });
