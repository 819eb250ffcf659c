/**
 * Where an old browser is sent. The address it asked for goes along in the fragment, which no browser sends to a server:
 * a mailed link has a token.
 */
export const oldBrowserPage = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  `/browser.html#${encodeURIComponent(pathname + search + hash)}`;
