import { describeZone, describeZones, deviceZone, zoneNames } from './time-zones';

afterEach(() => vi.unstubAllEnvs());

test('zones have the names of today, which every server knows', () => {
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Africa/Cairo', 'Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev']);
  expect(zoneNames()).toEqual(['UTC', 'Africa/Cairo', 'Asia/Kolkata', 'Europe/Kyiv']);
});

test('the device’s zone has the name of today too', () => {
  vi.stubEnv('TZ', 'Asia/Calcutta');
  expect(deviceZone()).toBe('Asia/Kolkata');
});

test('a zone is found by its country in either language, and by its name', () => {
  expect(describeZone('Africa/Cairo', 'en-GB')).toBe('Egypt Time (Africa/Cairo)');
  expect(describeZone('Europe/Paris', 'en-GB')).toBe('France Time (Europe/Paris)');
  expect(describeZone('Africa/Cairo', 'ar')).toBe('توقيت مصر (Africa/Cairo)');
  expect(describeZone('America/Argentina/Buenos_Aires', 'en-GB')).toContain('(America/Argentina/Buenos Aires)');
});

test('a zone that the browser does not know is told by its name', () => {
  expect(describeZone('Moon/Tranquility', 'en-GB')).toBe('Moon/Tranquility');
});

describe('many zones', () => {
  const zones = Array.from({ length: 50 }, (_, at) => `Moon/${at}`);
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('are described a few at a time', () => {
    const named = vi.spyOn(Intl, 'DateTimeFormat');
    const done = vi.fn();
    describeZones(zones, 'en-GB', done);
    expect(named).not.toHaveBeenCalled();
    vi.advanceTimersToNextTimer();
    expect(named).toHaveBeenCalledTimes(20);
    vi.runAllTimers();
    expect(done.mock.calls).toEqual([[zones]]);
  });

  test('are described at once when somebody waits for them', () => {
    const done = vi.fn();
    const naming = describeZones(zones, 'en-GB', done);
    vi.advanceTimersToNextTimer();
    naming.finish();
    naming.finish();
    vi.runAllTimers();
    expect(done.mock.calls).toEqual([[zones]]);
  });

  test('are left when nobody needs them any more', () => {
    const done = vi.fn();
    describeZones(zones, 'en-GB', done).stop();
    vi.runAllTimers();
    expect(done).not.toHaveBeenCalled();
  });
});
