import { useDeferredValue, useEffect, useState } from 'react';
import type { DraftPart } from './use-parts';

/** How long typing pauses before a long list follows it. */
const PAUSE_MS = 300;
const LONG = 60;

/**
 * The lessons for their list: typing goes into the open lesson at once, and the list follows when there is time; a long
 * one once the typing pauses. A change of their order shows at once.
 */
export function useDebouncedDrafts(drafts: readonly DraftPart[]): readonly DraftPart[] {
  const deferred = useDeferredValue(drafts);
  const [debounced, setDebounced] = useState(drafts);
  const sameOrder =
    debounced.length === deferred.length && debounced.every(({ key }, index) => key === deferred[index]?.key);
  if (!sameOrder) setDebounced(deferred);
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(deferred), deferred.length < LONG ? 0 : PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [deferred]);
  return debounced;
}
