import { useLayoutEffect, useSyncExternalStore } from 'react';
import { Store, useStore } from './store';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Whether the browser reports a network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** How many parts of the page say themselves that there is no network. */
const saying = new Store(0);

/** For such a part: the frame of the page then does not say it too. */
export function useSaysOffline(): void {
  useLayoutEffect(() => {
    saying.set(saying.get() + 1);
    return () => saying.set(saying.get() - 1);
  }, []);
}

export const useOfflineSaidBelow = (): boolean => useStore(saying) > 0;
