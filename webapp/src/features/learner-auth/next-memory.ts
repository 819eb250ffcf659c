/**
 * The screen that somebody asked for before signing up. The link in the activation mail opens a page of its own, which
 * knows nothing of it, so this browser keeps it until the first sign-in.
 */
import { screenIn } from '@/lib/next-page';
import { storageGet, storageSet } from '@/lib/preferences';

const KEY = 'next';

export const keepNext = (next: string | null): void => storageSet(KEY, next);

export const keptNext = (): string | null => screenIn('client', storageGet(KEY));
