/**
 * When somebody last did something here: in any tab of this browser, by hand or by watching. Nothing is recorded but
 * the time.
 */
import { storageGet, storageSet } from './preferences';

const KEY = 'lastActivity';
/** Other tabs need not know to the second; writing each movement down would cost more than it tells. */
const SHARE_EVERY_MS = 1000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let own = Date.now();
let shared = 0;

export function noteActivity(): void {
  own = Date.now();
  if (own - shared < SHARE_EVERY_MS) return;
  shared = own;
  storageSet(KEY, String(own));
}

/** Milliseconds since the epoch. */
export function lastActivity(): number {
  const elsewhere = Number(storageGet(KEY));
  // A clock that was set back must not keep anybody signed in for ever.
  return Number.isFinite(elsewhere) && elsewhere <= Date.now() ? Math.max(own, elsewhere) : own;
}

/** Notes what people do on the page, until the returned function is called. */
export function watchActivity(): () => void {
  noteActivity();
  for (const sign of SIGNS) window.addEventListener(sign, noteActivity, { capture: true, passive: true });
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, noteActivity, { capture: true });
  };
}
