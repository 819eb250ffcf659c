import { storageGet, storageSet } from '@/lib/preferences';
import { Store } from '@/lib/store';

const KEY = 'autoplayNext';

/** Whether a lesson is followed by the next one without being asked: off unless chosen, kept for this browser. */
export const autoplayNext = new Store(storageGet(KEY) === 'on');

export function setAutoplayNext(on: boolean): void {
  storageSet(KEY, on ? 'on' : null);
  autoplayNext.set(on);
}
