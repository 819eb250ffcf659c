/**
 * Days as `2026-12-31`, as in date inputs and in the server's assignments. Days begin and end in the academy's time
 * zone; a browser in another zone shows the same days.
 */
import { parseDate } from '@internationalized/date';
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

/** The same day of a later month, or that month's last one. */
export const addMonths = (day: string, months: number): string => parseDate(day).add({ months }).toString();

/** The zone for Intl; the browser's own if it does not know the academy's. */
export function inAcademyZone(zone: string): { timeZone?: string } {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return { timeZone: zone };
  } catch {
    return {};
  }
}
