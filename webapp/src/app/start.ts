/**
 * The script of the server's prerendered pages (scripts/prerender.ts). They can be read without the app, which is
 * loaded when somebody begins to use the page; links work before that.
 */
import { keepPageViews, trackPageView } from '@/lib/page-view';
import { holdPresses } from './first-use';

/** How long to wait before a failed load is retried. */
const AGAIN_MS = 3000;
const SIGNS = ['pointerover', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];

const page = document.documentElement.dataset;
const site = JSON.parse(document.getElementById('site-data')?.textContent ?? '{}') as { dataLayer?: boolean };

let signs = new AbortController();
let again: ReturnType<typeof setTimeout> | undefined;
function begin(): void {
  signs.abort();
  clearTimeout(again);
  import('./main').catch(() => {
    // The network failed. The presses are kept, so retry: the visitor may not press again.
    again = setTimeout(begin, AGAIN_MS);
    if (page.wait === undefined) listen();
  });
}

function listen(): void {
  signs = new AbortController();
  for (const sign of SIGNS) {
    document.addEventListener(sign, begin, { capture: true, passive: true, signal: signs.signal });
  }
}

document.body.classList.remove('light', 'dark');
document.body.classList.add(page.scheme ?? 'light');
if (site.dataLayer) keepPageViews();
trackPageView(window.location.pathname);

// Hidden by src/boot/boot.ts because it is not the page to show, so the app must load at once.
if (page.wait !== undefined) begin();
else {
  holdPresses();
  listen();
}
