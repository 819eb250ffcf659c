/**
 * Days as `2026-12-31`: what date inputs hold and the server takes for assignments. The academy's time zone decides when
 * one begins and ends; a browser elsewhere shows the same days.
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

/** The academy's day now. */
export const today = (): string => dayOf(new Date());

/** The same day of a later month, or that month's last one. */
export const addMonths = (day: string, months: number): string => parseDate(day).add({ months }).toString();

/** The zone for Intl; a browser that does not know its name goes by its own. */
export function inAcademyZone(zone: string): { timeZone?: string } {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return { timeZone: zone };
  } catch {
    return {};
  }
}
