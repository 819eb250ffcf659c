/**
 * The script of the pages that the server sends whole (scripts/prerender.ts). They are read without the app, which comes
 * when somebody begins to use the page; links work before that.
 */
import { keepPageViews, trackPageView } from '@/lib/page-view';
import { holdPresses } from './first-use';

/** How long to wait before what could not be loaded is requested again. */
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
    // The network failed. What was pressed is kept, and whoever pressed it may give no further sign.
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

// Hidden (public/boot.js): this is not the page to be shown, so the app must come by itself.
if (page.wait !== undefined) begin();
else {
  holdPresses();
  listen();
}
