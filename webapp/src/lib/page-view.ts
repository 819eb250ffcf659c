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
  if (last !== null) trackPageView(last);
}

/** Tells that a screen was shown. */
export function trackPageView(path: string): void {
  last = path;
  window.dataLayer?.push({ event: 'page_view', page_path: path });
}
