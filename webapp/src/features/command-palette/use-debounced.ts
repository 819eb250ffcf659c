import { useEffect, useState } from 'react';

/** The value once it has stayed the same for so long; an empty one at once. */
export function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), value === '' ? 0 : delayMs);
    return () => window.clearTimeout(timer);
  }, [value, delayMs]);
  return value === '' ? '' : settled;
}
