/**
 * The screen that somebody asked for before signing in. It is in the address of the sign-in, `?next=`, so that a reload
 * keeps it. Whoever sends a link can write it too: it never leads to another site, nor out of the area.
 */
export type Area = 'client' | 'admin';

/** The sign-in with its second factor and the way out are no screens to go back to. */
const NO_SCREEN = /^\/(?:client|admin)\/(?:auth|logout|two-factor)(?:\/|$)/;

/** `wanted` as an address of this area; null if it is none. */
export function screenIn(area: Area, wanted: string | null): string | null {
  if (!wanted) return null;
  let url: URL;
  try {
    // As the browser reads it: `//other.site`, backslashes, dots and other schemes.
    url = new URL(wanted, window.location.origin);
  } catch {
    return null;
  }
  const { origin, pathname, search, hash } = url;
  const inside = origin === window.location.origin && pathname.startsWith(`/${area}/`) && !NO_SCREEN.test(pathname);
  return inside ? pathname + search + hash : null;
}

/** The screen named in the query of a sign-in's address; null if there is none to which it may lead. */
export const nextIn = (area: Area, search: string): string | null =>
  screenIn(area, new URLSearchParams(search).get('next'));

/** An address of the sign-in that leads on to `next`. */
export const withNext = (path: string, next: string | null): string =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path;
