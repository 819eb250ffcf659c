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

/** Formatters are costly to make, and a table shows a hundred moments. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

/**
 * The name of the academy's zone where the reader's clock shows another time than the academy's; null where it does not.
 * `long` is in words.
 */
export function otherZone(
  locale: string,
  zone: string,
  moment: Date | string = new Date(),
  { long = true } = {},
): string | null {
  const time = new Date(moment);
  const { timeZone } = inAcademyZone(zone);
  if (timeZone === undefined || Number.isNaN(time.getTime())) return null;
  const clock = (of?: string) => formatOf('en', { timeZone: of, dateStyle: 'short', timeStyle: 'short' }).format(time);
  if (clock(timeZone) === clock()) return null;
  const parts = formatOf(locale, { timeZone, timeZoneName: long ? 'longGeneric' : 'shortOffset' }).formatToParts(time);
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
