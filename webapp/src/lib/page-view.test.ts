import { keepPageViews, trackPageView } from './page-view';

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.dataLayer;
});

/** What is told to the counter, instead of the browser's beacons. */
function beacons() {
  const sent: { url: string; type: string; body: Promise<string> }[] = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  Object.assign(navigator, {
    sendBeacon: (url: string, blob: Blob) => {
      const body = new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result as string);
        reader.readAsText(blob);
      });
      sent.push({ url, type: blob.type, body });
      return true;
    },
  });
  return sent;
}

test('tells the academy’s counter which address is shown, in which language', async () => {
  const sent = beacons();
  document.documentElement.lang = 'en';
  trackPageView('/courses');
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ url: '/api/public/page-view', type: 'application/json' });
  expect(JSON.parse((await sent[0]?.body) ?? '')).toEqual({ page: '/courses', lang: 'en' });
});

test('counts nothing twice when the academy asks for page views only later', () => {
  const sent = beacons();
  trackPageView('/about');
  keepPageViews();
  trackPageView('/contact');
  expect(sent).toHaveLength(2);
  expect(window.dataLayer).toEqual([
    { event: 'page_view', page_path: '/about' },
    { event: 'page_view', page_path: '/contact' },
  ]);
});

test('goes on where the browser has no beacons', () => {
  beacons();
  Object.assign(navigator, { sendBeacon: undefined });
  expect(() => trackPageView('/')).not.toThrow();
});
