import { useEffect, useState } from 'react';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** The time, kept fresh: to the second in the last hours before `until`, else to the minute; still once it is over. */
export function useNow(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = until - now;
  useEffect(() => {
    if (left <= 0) return;
    const timer = window.setTimeout(() => setNow(Date.now()), left < 60 * MINUTE_MS ? SECOND_MS : MINUTE_MS);
    return () => window.clearTimeout(timer);
  }, [left]);
  return now;
}
