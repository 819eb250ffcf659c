import { useEffect } from 'react';
import { Store } from './store';

/** For how many screens and answers somebody waits at this moment. */
export const waits = new Store(0);

/** Counts a wait while it is `active`. */
export function useWaiting(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    waits.set(waits.get() + 1);
    return () => waits.set(waits.get() - 1);
  }, [active]);
}
