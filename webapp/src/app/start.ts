/**
 * The script of the pages that the server sends whole (scripts/prerender.ts). They are read without the app, which comes
 * when somebody begins to use the page; links work before that.
 */
import { keepPageViews, trackPageView } from '@/lib/page-view';
import { holdPresses } from './first-use';

/** How long to wait before what could not be loaded is asked for again, where nobody's sign is waited for. */
const AGAIN_MS = 3000;
const SIGNS = ['pointerover', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];

const page = document.documentElement.dataset;
const site = JSON.parse(document.getElementById('site-data')?.textContent ?? '{}') as { dataLayer?: boolean };

let signs = new AbortController();
function begin(): void {
  signs.abort();
  import('./main').catch(() => {
    // The network failed. What is pressed meanwhile is kept for later.
    if (page.wait === undefined) listen();
    else setTimeout(begin, AGAIN_MS);
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
