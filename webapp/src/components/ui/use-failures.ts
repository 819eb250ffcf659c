import { useState } from 'react';

/**
 * The failure of each query, null without one. A query without data forgets its error when it is repeated. Here it stays
 * until there is an answer, so that a screen reader hears it once and nothing flickers.
 */
export function useFailures(queries: readonly { error: unknown; isPending: boolean }[]): readonly unknown[] {
  const [last, setLast] = useState<readonly unknown[]>([]);
  const failures = queries.map(({ error, isPending }, index) => error ?? (isPending ? (last[index] ?? null) : null));
  if (failures.some((failure, index) => failure !== (last[index] ?? null))) setLast(failures);
  return failures;
}
