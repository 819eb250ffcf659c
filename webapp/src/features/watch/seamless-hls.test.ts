import Hls from 'hls.js';
import { SeamlessHls } from './seamless-hls';

interface Playing {
  /** Bits a second. */
  speed?: number;
  /** Seconds. */
  buffered?: number;
  paused?: boolean;
  at?: number;
}

/** Of 300, 1200 and 3000 kbit/s, in segments of 6 s, the first of which begins at 0.08 s. */
function playing({ speed = 2_000_000, buffered = 0, paused = false, at = 0 }: Playing) {
  const hls = new SeamlessHls();
  const fragments = [0, 1, 2].map((sn) => ({ sn, start: 0.08 + sn * 6 }));
  const levels = [300_000, 1_200_000, 3_000_000].map((rate) => ({
    maxBitrate: rate,
    averageBitrate: rate,
    details: { averagetargetduration: 6, fragments },
  }));
  const media = document.createElement('video');
  const ranges = { length: buffered > 0 ? 1 : 0, start: () => at, end: () => at + buffered };
  const own = (of: object, properties: object) =>
    Object.defineProperties(
      of,
      Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, { value: value as unknown, writable: true }]),
      ),
    );
  own(media, { paused, currentTime: at, buffered: ranges });
  own(hls, {
    media,
    levels,
    bandwidthEstimate: speed,
    ttfbEstimate: 300,
    mainForwardBufferInfo: { len: buffered },
    nextAutoLevel: 0,
  });
  hls.trigger(Hls.Events.FRAG_BUFFERED, { frag: { type: 'none', stats: {} } } as never);
  const loading = () =>
    hls.trigger(Hls.Events.FRAG_LOADING, { frag: { type: 'none', level: hls.nextLoadLevel, stats: {} } } as never);
  return { hls, media, loading };
}

test('a chosen quality comes as soon as its next segment can be there in time', () => {
  // A segment of it takes nine seconds, and the last one may be loaded again.
  const { hls, loading } = playing({ buffered: 16 });
  hls.currentLevel = 2;
  expect(hls.manualLevel).toBe(2);
  expect(hls.nextLoadLevel).toBe(2);
  const short = playing({ buffered: 14 });
  short.hls.currentLevel = 2;
  expect(short.hls.nextLoadLevel).toBe(0);
  // Then each follows the one before.
  loading();
  Object.assign(hls, { mainForwardBufferInfo: { len: 10 } });
  expect(hls.nextLoadLevel).toBe(2);
});

test('whoever pauses waits for the chosen quality', () => {
  const { hls } = playing({ buffered: 1, paused: true });
  hls.currentLevel = 2;
  expect(hls.nextLoadLevel).toBe(2);
});

test('a quality that the link cannot carry is given up, which is said once', () => {
  const { hls, loading } = playing({ buffered: 8 });
  hls.onTooSlow = vi.fn<() => void>();
  hls.currentLevel = 2;
  loading();
  loading();
  expect(hls.autoLevelEnabled).toBe(true);
  expect(hls.onTooSlow).toHaveBeenCalledOnce();
});

test('a quality that the link carries is kept when a jump takes one segment of another', () => {
  const { hls, loading } = playing({ buffered: 0 });
  hls.onTooSlow = vi.fn<() => void>();
  hls.currentLevel = 1;
  expect(hls.nextLoadLevel).toBe(0);
  loading();
  expect(hls.manualLevel).toBe(1);
  expect(hls.onTooSlow).not.toHaveBeenCalled();
});

test('what plays now is no choice of a quality', () => {
  const { hls } = playing({ buffered: 20 });
  hls.currentLevel = 2;
  // As the player does.
  hls.on(Hls.Events.LEVEL_SWITCHED, (_event, { level }) => (hls.currentLevel = level));
  hls.trigger(Hls.Events.LEVEL_SWITCHED, { level: 0 });
  expect(hls.manualLevel).toBe(2);
});

describe('a jump out of the buffer to the end of a segment', () => {
  const jumpTo = (at: number, more: Playing = {}) => {
    const { hls, media } = playing({ ...more, at });
    Object.defineProperty(hls, 'loadLevel', { value: 0 });
    hls.trigger(Hls.Events.MEDIA_ATTACHING, { media });
    media.dispatchEvent(new Event('seeking'));
    return media.currentTime;
  };

  test('goes to the next one, so that the link is not waited for twice', () => {
    expect(jumpTo(6)).toBeCloseTo(6.13);
  });

  test('stays where it is on a fast link, where something is buffered, and where more is left', () => {
    expect(jumpTo(6, { speed: 20_000_000 })).toBe(6);
    expect(jumpTo(6, { buffered: 5 })).toBe(6);
    expect(jumpTo(5)).toBe(5);
    expect(jumpTo(17)).toBe(17);
  });
});
