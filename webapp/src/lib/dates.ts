/**
 * Days as `2026-12-31`, as in date inputs and in the server's assignments. Days begin and end in the academy's time
 * zone; a browser in another zone shows the same days.
 */
import { academyZone } from './site-settings';

/** The day of a moment in the academy's time zone. */
export function dayOf(moment: Date | string): string {
  const parts = new Intl.DateTimeFormat('en', {
    ...inAcademyZone(academyZone.get()),
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(moment));
  const part = (name: 'year' | 'month' | 'day') => parts.find(({ type }) => type === name)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The current day in the academy's time zone. */
export const today = (): string => dayOf(new Date());

/** Whether it is a day, and not a moment of one. */
export const isDay = (text: string): boolean => text.length === 'YYYY-MM-DD'.length;

/** Formatters are costly to make, and a table shows a hundred moments. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

const HALF_YEAR_MS = 183 * 86_400_000;

/**
 * The name of the academy's zone where the reader's clock shows another time than the academy's; null where it does not.
 * Without `moment` it is of any time of the year: clocks that agree today may not in another season. `long` is in words.
 */
export function otherZone(locale: string, zone: string, moment?: Date | string, { long = true } = {}): string | null {
  const { timeZone } = inAcademyZone(zone);
  if (timeZone === undefined) return null;
  const clock = (time: Date, of?: string) =>
    formatOf('en', { timeZone: of, dateStyle: 'short', timeStyle: 'short' }).format(time);
  const times = moment === undefined ? [Date.now(), Date.now() + HALF_YEAR_MS] : [moment];
  const other = times
    .map((time) => new Date(time))
    .find((time) => !Number.isNaN(time.getTime()) && clock(time, timeZone) !== clock(time));
  if (!other) return null;
  const parts = formatOf(locale, { timeZone, timeZoneName: long ? 'longGeneric' : 'shortOffset' }).formatToParts(other);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** The zone for Intl; the browser's own if it does not know the academy's. */
export function inAcademyZone(zone: string): { timeZone?: string } {
  try {
    formatOf('en', { timeZone: zone });
    return { timeZone: zone };
  } catch {
    return {};
  }
}
