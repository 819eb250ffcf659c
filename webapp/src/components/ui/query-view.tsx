import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { Button } from './button';
import { EmptyState } from './empty-state';
import { QueryState } from './query-state';
import { ListSkeleton, type ListShape } from './skeleton';

const messages = defineMessages({
  more: { id: 'users.more', defaultMessage: 'Show more' },
});

/** The part of a query's or an infinite query's result that this uses. */
export interface ListQuery<Item> {
  data: readonly Item[] | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
}

/** A list being loaded: its skeleton, its sentence without items, its error, and the button for its next page. */
export function QueryView<Item>({
  query,
  empty,
  shape = 'rows',
  children,
}: {
  query: ListQuery<Item>;
  /** What will fill the list, said while it is empty. */
  empty?: string;
  /** What the list looks like, for its skeleton. */
  shape?: ListShape;
  children: (items: readonly Item[]) => ReactNode;
}) {
  const intl = useIntl();
  const { data } = query;
  return (
    <>
      <QueryState query={query} waiting={<ListSkeleton as={shape} bare />} />
      {data && (data.length === 0 ? <EmptyState text={empty} /> : children(data))}
      {query.hasNextPage && (
        <div className="mt-4 text-center">
          <Button variant="secondary" loading={query.isFetchingNextPage} onPress={() => void query.fetchNextPage?.()}>
            {intl.formatMessage(messages.more)}
          </Button>
        </div>
      )}
    </>
  );
}
