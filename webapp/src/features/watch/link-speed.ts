/** Smaller answers say more of the distance than of the link. */
const LARGE_BYTES = 100_000;
/** The shares of the link that segments of six seconds may be, so that the first one is there after a second and a half. */
const START_SHARE = 4;
/** Bits a second, as long as nothing is known: the lowest quality comes first. */
const UNKNOWN = 2_000_000;

/** How long a picture may take after a jump, in seconds, with what the link is slower than was thought. */
export const PATIENCE_SECONDS = 1.5;

let lastLesson: number | undefined;

/** Keeps how fast the lesson came, in bits a second, for the next one. */
export function rememberLinkSpeed(bitsPerSecond: number): void {
  if (bitsPerSecond > 0) lastLesson = bitsPerSecond;
}

/** The fastest of the page's large downloads, bits a second; undefined if all came from the browser's cache. */
function seenDownloads(): number | undefined {
  const speeds = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ transferSize }) => transferSize > LARGE_BYTES)
    // With the wait for the first byte: what several downloads share may come in bursts.
    .map(
      ({ transferSize, requestStart, responseEnd }) => (8000 * transferSize) / Math.max(1, responseEnd - requestStart),
    );
  return speeds.length > 0 ? Math.max(...speeds) : undefined;
}

/** What a lesson's first segment may take, bits a second: it is to be there soon, better ones may follow. */
export const startBitrate = (): number => (lastLesson ?? seenDownloads() ?? UNKNOWN) / START_SHARE;
