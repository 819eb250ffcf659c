import { useEffect, useRef } from 'react';

/** How long to wait at first where only the academy can have been away, which no browser reports. */
export const AGAIN_MS = 15_000;
const LONGEST_MS = 120_000;

/** Longer after each try, and not at the same moment in every browser: a server that comes back is not stormed. */
const delayAfter = (tries: number): number => Math.min(AGAIN_MS * 2 ** tries, LONGEST_MS) * (0.75 + Math.random() / 4);

/**
 * Calls `retry` when the network is back after it was away, and `regularly` too, less and less often. While nobody looks
 * at the page it waits until somebody does. `retry` is told whether the network is the reason.
 */
export function useWhenBack(retry: (network: boolean) => void, { regularly }: { regularly: boolean }): void {
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    let tries = 0;
    let due = false;
    let network = false;
    let timer: number | undefined;
    const wait = () => {
      if (regularly) timer = window.setTimeout(again, delayAfter(tries));
    };
    const again = () => {
      window.clearTimeout(timer);
      due = document.visibilityState === 'hidden' || !navigator.onLine;
      if (due) return;
      tries++;
      latest.current(network);
      network = false;
      wait();
    };
    const onBack = () => {
      tries = 0;
      network = true;
      again();
    };
    const onVisible = () => {
      if (due) again();
    };
    wait();
    window.addEventListener('online', onBack);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', onBack);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [regularly]);
}
