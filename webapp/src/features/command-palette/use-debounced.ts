import { useEffect, useState } from 'react';

/** The value once it has not changed for that time; an empty one immediately. */
export function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), value === '' ? 0 : delayMs);
    return () => window.clearTimeout(timer);
  }, [value, delayMs]);
  return value === '' ? '' : settled;
}
