import { addMonths } from './add-months';
import { dayOf, otherZone } from './dates';
import { academyZone } from './site-settings';

afterEach(() => academyZone.set('Asia/Riyadh'));

// What `2026-12-01` to `2026-12-31` become on the server, by the zone of the academy.
test.each([
  ['Asia/Riyadh', '2026-11-30T21:00:00.000Z', '2026-12-31T20:59:59.999Z'],
  ['Pacific/Auckland', '2026-11-30T11:00:00.000Z', '2026-12-31T10:59:59.999Z'],
  ['America/Los_Angeles', '2026-12-01T08:00:00.000Z', '2027-01-01T07:59:59.999Z'],
])('the days of an assignment are those that were entered in %s', (zone, start, expiry) => {
  academyZone.set(zone);
  expect(dayOf(start)).toBe('2026-12-01');
  expect(dayOf(expiry)).toBe('2026-12-31');
});

test('a zone that the browser does not know is its own', () => {
  academyZone.set('Moon/Tranquility');
  expect(dayOf(new Date(2026, 11, 31, 12))).toBe('2026-12-31');
});

test('the academy’s zone is named to whoever’s clock shows another time', () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(otherZone('en', own, '2026-12-01T00:00:00Z')).toBeNull();
  // At most one of the two is the time here.
  const names = ['Pacific/Auckland', 'Pacific/Honolulu'].map((zone) => otherZone('en', zone, '2026-12-01T00:00:00Z'));
  expect(names.filter((name) => name !== null).length).toBeGreaterThan(0);
  for (const name of names) expect(name ?? 'Time').toMatch(/Time/);
  expect(otherZone('en', 'Moon/Tranquility', '2026-12-01T00:00:00Z')).toBeNull();
});

test('clocks that agree today and not in another season are two times of a year', async () => {
  // What the device's own zone is, is remembered.
  vi.resetModules();
  vi.stubEnv('TZ', 'UTC');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T00:00:00Z') });
  const fresh = await import('./dates');
  expect(fresh.otherZone('en', 'Europe/London', new Date())).toBeNull();
  expect(fresh.otherZone('en', 'Europe/London')).toBe('United Kingdom Time');
  expect(fresh.otherZone('en', 'Atlantic/Reykjavik')).toBeNull();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('months are added within the calendar', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-11-21', 12)).toBe('2027-11-21');
});
