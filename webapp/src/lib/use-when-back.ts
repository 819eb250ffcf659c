import { useEffect, useRef } from 'react';

/** How long to wait where only the academy can have been away, which no browser reports. */
export const AGAIN_MS = 15_000;

/** Calls `retry` when the network is back after it was away, and `regularly` while somebody looks at the page. */
export function useWhenBack(retry: () => void, { regularly }: { regularly: boolean }): void {
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    const onBack = () => latest.current();
    const again = () => {
      if (navigator.onLine && document.visibilityState === 'visible') latest.current();
    };
    window.addEventListener('online', onBack);
    const timer = regularly ? window.setInterval(again, AGAIN_MS) : undefined;
    return () => {
      window.removeEventListener('online', onBack);
      window.clearInterval(timer);
    };
  }, [regularly]);
}
