/**
 * The screen that somebody asked for before signing up, or before their sign-in was paused. The link in the mail opens a
 * page of its own, which knows nothing of it, so this browser keeps it until the next sign-in.
 */
import { isApiError } from './api-error';
import { screenIn, type Area } from './next-page';
import { storageGet, storageSet } from './preferences';

const KEY = 'next';

export const keepNext = (next: string | null): void => storageSet(KEY, next);

export const keptNext = (area: Area): string | null => screenIn(area, storageGet(KEY));

/** Keeps `next` where the sign-in is paused. Throws what `signIn` throws. */
export async function keepingNext<Result>(next: string | null, signIn: () => Promise<Result>): Promise<Result> {
  try {
    return await signIn();
  } catch (error) {
    if (next && isApiError(error, 'too_many_attempts')) keepNext(next);
    throw error;
  }
}
