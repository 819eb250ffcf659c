import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPath } from './api-client';
import type { Page } from './models';

/** A manager's list that the server gives a page at a time; its pages come as one list. */
export const pagedQueryOptions = <Item>(queryKey: readonly unknown[], path: string, filter: object) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callPath<Page<Item>>(
        'POST',
        path,
        { ...filter, ...(pageParam && { cursor: pageParam }) },
        { as: 'manager', signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ result }) => result),
  });
