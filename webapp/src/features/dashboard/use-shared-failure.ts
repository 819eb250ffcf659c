import type { QueryResult } from '@/components/ui/query-state';
import { useFailures } from '@/components/ui/use-failures';
import { useDescribeError } from '@/i18n/error-messages';

/**
 * All queries as one, if each has failed for the same reason: what is away is said once, and one button asks for all.
 * null where some have an answer, or each its own reason. `asked` are those that are asked for at all.
 */
export function useSharedFailure(queries: readonly QueryResult[], asked: readonly boolean[]): QueryResult | null {
  const describe = useDescribeError();
  const failures = useFailures(queries).filter((_, index) => asked[index]);
  const those = queries.filter((_, index) => asked[index]);
  const reasons = new Set(failures.map((failure) => failure !== null && describe(failure)));
  if (those.length < 2 || reasons.size !== 1 || reasons.has(false)) return null;
  return {
    data: those.every(({ data }) => data !== undefined) || undefined,
    error: those.find(({ error }) => error !== null)?.error ?? null,
    isPending: those.some(({ isPending }) => isPending),
    refetch: () => those.forEach(({ refetch }) => void refetch()),
  };
}
