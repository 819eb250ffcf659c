/**
 * Runs before the first paint, so that neither the language's direction nor the theme flashes, and requests what an
 * area's first screen needs. The build writes it into each page as an inline script (scripts/boot.ts), which costs no
 * round trip; the server names its hash in the Content-Security-Policy. The keys are those of src/lib/preferences.ts.
 */
import { beginCall, firstCalls } from '@/lib/first-calls';
import { oldBrowserPage } from './old-browser';

const root = document.documentElement;
const page = root.dataset;
const { pathname, search } = window.location;

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null; // Storage may be forbidden; the defaults hold.
  }
}

// A browser older than scripts/oldest-browsers.ts gets a page that says so. Whoever opens the site anyway is not told again
// in this tab.
if (!('parse' in URL)) {
  let anyway = /[?&]browser=any(?:&|$)/.test(search);
  try {
    if (anyway) window.sessionStorage.setItem('browser', 'any');
    anyway = window.sessionStorage.getItem('browser') === 'any';
  } catch {
    // Then for this page only.
  }
  if (!anyway) window.location.replace(oldBrowserPage(window.location));
}

// An address may ask for a language (`?lang=en`, as search engines know it): that is a choice like any other.
const asked = /[?&]lang=(ar|en)(?:&|$)/.exec(search)?.[1];
if (asked) {
  try {
    window.localStorage.setItem('lang', asked);
  } catch {
    // Then for this page only.
  }
}
// Who has chosen none gets the page's own, which is the academy's default.
const lang = (asked ?? read('lang') ?? root.lang) === 'en' ? 'en' : 'ar';
// The page that was sent is in another language, or for visitors only: it waits unseen until the right one is there.
if (root.lang !== lang || read('clientToken')) page.wait = '';
root.lang = lang;
root.dir = lang === 'ar' ? 'rtl' : 'ltr';

const area = /^\/(admin|client)(?:\/|$)/.exec(pathname)?.[1] as 'admin' | 'client' | undefined;

function request(file: string): void {
  const link = document.createElement('link');
  link.rel = file.endsWith('.js') ? 'modulepreload' : 'preload';
  if (link.rel === 'preload') link.as = file.endsWith('.json') ? 'fetch' : 'font';
  // After the sheet: an area's frame is shown without scripts.
  else link.fetchPriority = 'low';
  link.crossOrigin = 'anonymous';
  link.href = file;
  document.head.append(link);
}

if (area) {
  const token = read(area === 'admin' ? 'token' : 'clientToken');
  if (token) {
    firstCalls(area, window.location).forEach((call) => beginCall(call, token));
    // As src/app/routes/root.tsx shows it: not over the sign-in and the pages around it.
    if (!/^\/\w+\/(?:auth|two-factor|setup|logout)(?:\/|$)/.test(pathname)) page.frame = area;
  }
  // Named by scripts/preload-areas.ts.
  const named = document.currentScript?.dataset ?? {};
  const list = (name: string) => named[name]?.split(' ') ?? [];
  const some = list('files');
  const own = list('screens').flatMap((screen) => {
    const [address = '', numbers = ''] = screen.split('=');
    return RegExp(address).test(pathname) ? numbers.split(',').map((number) => some[Number(number)] ?? '') : [];
  });
  const files = [...list(area), ...list(lang), ...own.filter((file, index) => own.indexOf(file) === index)];
  const isFont = (file: string) => file.endsWith('.woff2');
  files.filter((file) => !isFont(file)).forEach(request);
  // The fonts come while the scripts run: nothing is shown without those, and on a slow link they would share its bytes.
  document.addEventListener('DOMContentLoaded', () => files.filter(isFont).forEach(request));
}

// The look of who is signed in in this area, else the browser's last.
const id = area && read(area === 'admin' ? 'userId' : 'clientId');
const own = id && read(`theme:${area === 'admin' ? 'manager' : 'learner'}:${id}`);
let theme: Partial<Record<string, string>> = {};
try {
  theme = (JSON.parse(own || read('theme') || '{}') as typeof theme | null) ?? {};
} catch {
  // Not of this app.
}
// Other digits or months than the server's.
if (theme.digits === 'arab' || theme.calendar === 'islamic-umalqura') page.wait = '';
page.scheme = theme.scheme === 'dark' ? 'dark' : 'light';
if (theme.preset === 'lara') page.preset = 'lara';
for (const name of ['primary', 'surface']) {
  const value = theme[name] ?? (name === 'primary' ? read('academyColour') : null) ?? '';
  if (/^[a-z]+$/.test(value)) page[name] = value;
}
for (const name of ['scale', 'opacity']) {
  const value = theme[name] ?? '';
  if (/^\d+$/.test(value)) page[name] = value;
}
