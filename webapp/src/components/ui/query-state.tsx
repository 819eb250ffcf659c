import { useContext, type ReactNode } from 'react';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError, isTemporary } from '@/lib/api-error';
import { useOnline } from '@/lib/online';
import { useWhenBack } from '@/lib/use-when-back';
import { OfflineSaid } from './offline-said';
import { RetryButton, RetryNotice } from './retry-notice';
import { useFailures } from './use-failures';

/** The part of a query's result that this uses. */
export interface QueryResult {
  data?: unknown;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

/**
 * A query without data yet: `waiting` while it loads, or its error with a button. A failure that may pass is repeated by
 * itself when the network or the server is back.
 */
export function QueryState({
  query,
  waiting = null,
  className,
}: {
  query: QueryResult;
  waiting?: ReactNode;
  /** Of a frame around the error. */
  className?: string;
}) {
  const { data, error, isPending, refetch } = query;
  const describe = useDescribeError();
  const online = useOnline();
  const said = useContext(OfflineSaid);
  const [failure = null] = useFailures([query]);
  useWhenBack(
    () => {
      if (error !== null && isTemporary(error)) void refetch();
    },
    { regularly: isTemporary(failure) },
  );
  if (failure === null) return isPending && waiting;
  // The network is back, and so will this be.
  if (online && isPending && isApiError(failure, 'offline')) return waiting;
  if (!online && said && isApiError(failure, 'network', 'offline')) {
    return (
      data === undefined && (
        <div className={className}>
          <RetryButton onRetry={refetch} />
        </div>
      )
    );
  }
  return (
    <div className={className}>
      <RetryNotice onRetry={refetch}>{describe(failure)}</RetryNotice>
    </div>
  );
}
