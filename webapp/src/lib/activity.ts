/**
 * The time of the last activity in any tab of this browser, by input or by watching. Only the time is stored.
 */
import { storageGet, storageSet } from './preferences';

const KEY = 'lastActivity';
/** Other tabs need not know to the second, and storing each movement would be too costly. */
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
  // Setting the clock back must not keep anybody signed in for ever.
  return Number.isFinite(elsewhere) && elsewhere <= Date.now() ? Math.max(own, elsewhere) : own;
}

/** Records activity on the page until the returned function is called. */
export function watchActivity(): () => void {
  noteActivity();
  for (const sign of SIGNS) window.addEventListener(sign, noteActivity, { capture: true, passive: true });
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, noteActivity, { capture: true });
  };
}
