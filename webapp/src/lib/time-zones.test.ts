import { describeZone, deviceZone, zoneNames } from './time-zones';

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
