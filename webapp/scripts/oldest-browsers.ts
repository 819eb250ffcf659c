/**
 * The oldest browsers that the academy is made for: from two years back. Older ones get public/browser.html from
 * src/boot/boot.ts, which knows them by the lack of `URL.parse`: these are the first that have it. Raise both together.
 */
export const OLDEST_BROWSERS = ['chrome126', 'edge126', 'firefox126', 'safari18'];
