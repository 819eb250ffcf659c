import { rememberLinkSpeed, startBitrate } from './link-speed';

const download = (transferSize: number, requestStart: number, responseEnd: number) =>
  ({ transferSize, requestStart, responseEnd }) as PerformanceResourceTiming;

const afterDownloads = (...downloads: PerformanceResourceTiming[]) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(downloads);
  return startBitrate();
};

afterEach(() => vi.restoreAllMocks());

test('a lesson begins with what an unknown link surely carries', () => {
  expect(afterDownloads()).toBe(500_000);
  // From the cache, and too small to tell.
  expect(afterDownloads(download(0, 10, 11), download(2000, 10, 11))).toBe(500_000);
});

test('a lesson begins with a quarter of what the page came with', () => {
  // 250,000 bytes in a second are 2 Mbit/s, in 10 ms 200 Mbit/s.
  expect(afterDownloads(download(250_000, 100, 1100))).toBe(500_000);
  expect(afterDownloads(download(250_000, 100, 1100), download(250_000, 100, 110))).toBe(50_000_000);
});

test('the lesson before says more than the page', () => {
  rememberLinkSpeed(8_000_000);
  expect(afterDownloads(download(250_000, 100, 1100))).toBe(2_000_000);
  rememberLinkSpeed(NaN);
  expect(startBitrate()).toBe(2_000_000);
});
