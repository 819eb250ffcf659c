import { useSyncExternalStore } from 'react';

/** Section 9. In pixels, so that it is the same with a larger default font; styles/index.css says the same. */
export const QUERY = '(width > 991px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia?.(QUERY);
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

/** Whether the window is wide enough for a menu beside the page; below that every mode is a drawer. */
export const useDesktop = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia?.(QUERY).matches ?? true);
