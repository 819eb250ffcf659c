declare global {
  interface Window {
    /** Filled if the site folder asks for it, for the academy's own analytics. */
    dataLayer?: object[];
  }
}

/** The last screen shown, because the setting may load only after the first one. */
let last: string | null = null;

/** Starts to record page views in `window.dataLayer`, beginning with the current screen. */
export function keepPageViews(): void {
  if (window.dataLayer) return;
  window.dataLayer = [];
  if (last !== null) push(last);
}

/** Reports that a screen was shown, to the academy's own counter and to `window.dataLayer` if that is used. */
export function trackPageView(path: string): void {
  last = path;
  push(path);
  // Safari has no idle callbacks.
  (window.requestIdleCallback ?? setTimeout)(() => count(path));
}

/**
 * The same for the app's first screen: nothing if the server's page has reported itself already (app/start.ts).
 */
export function trackFirstPageView(path: string): void {
  if (last === null) trackPageView(path);
}

function push(path: string): void {
  window.dataLayer?.push({ event: 'page_view', page_path: path });
}

/** A beacon does not block, survives the page's end, and may be lost without an error. */
function count(page: string): void {
  const view = JSON.stringify({ page, lang: document.documentElement.lang });
  navigator.sendBeacon?.('/api/public/page-view', new Blob([view], { type: 'application/json' }));
}
