declare global {
  interface Window {
    /** Filled where the academy's site folder asks for it, for a tag of the academy's own. */
    dataLayer?: object[];
  }
}

/** The screen that was shown last: the academy may ask for page views only after the first. */
let last: string | null = null;

/** Begins to keep page views in `window.dataLayer`; the screen that is shown already is the first. */
export function keepPageViews(): void {
  if (window.dataLayer) return;
  window.dataLayer = [];
  if (last !== null) push(last);
}

/** Tells that a screen was shown: the academy's own counter, and `window.dataLayer` where it is kept. */
export function trackPageView(path: string): void {
  last = path;
  push(path);
  // Safari has no idle callbacks.
  (window.requestIdleCallback ?? setTimeout)(() => count(path));
}

function push(path: string): void {
  window.dataLayer?.push({ event: 'page_view', page_path: path });
}

/** A beacon waits for nobody, outlives the page, and nobody is told when it does not arrive. */
function count(page: string): void {
  const view = JSON.stringify({ page, lang: document.documentElement.lang });
  navigator.sendBeacon?.('/api/public/page-view', new Blob([view], { type: 'application/json' }));
}
