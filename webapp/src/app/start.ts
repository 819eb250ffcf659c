/**
 * The script of the pages that the server sends whole (scripts/prerender.ts). They are read without the app, which comes
 * when somebody begins to use the page; links work before that.
 */
import { keepPageViews, trackPageView } from '@/lib/page-view';
import { holdPresses } from './first-use';

const SIGNS = ['pointerover', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];

const page = document.documentElement.dataset;
const site = JSON.parse(document.getElementById('site-data')?.textContent ?? '{}') as { dataLayer?: boolean };

const signs = new AbortController();
function begin(): void {
  signs.abort();
  void import('./main');
}

document.body.classList.remove('light', 'dark');
document.body.classList.add(page.scheme ?? 'light');
if (site.dataLayer) keepPageViews();
trackPageView(window.location.pathname);

// Hidden (public/boot.js): this is not the page to be shown, so the app must come by itself.
if (page.wait !== undefined) begin();
else {
  holdPresses();
  for (const sign of SIGNS) {
    document.addEventListener(sign, begin, { capture: true, passive: true, signal: signs.signal });
  }
}
