import { useSyncExternalStore } from 'react';

/** Above 991 px (section 9). */
const QUERY = '(min-width: 62rem)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia?.(QUERY);
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

/** Whether the window is wide enough for a menu beside the page; below that every mode is a drawer. */
export const useDesktop = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia?.(QUERY).matches ?? true);
