declare global {
  interface Window {
    /** Set by an academy that counts its visits with a tag of its own. */
    dataLayer?: object[];
  }
}

/** Tells that a screen was shown. */
export function trackPageView(path: string): void {
  window.dataLayer?.push({ event: 'page_view', page_path: path });
}
