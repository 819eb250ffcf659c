import { parseDate } from '@internationalized/date';

/** The same day of a later month, or that month's last one. Apart from the rest of dates.ts, which needs no library. */
export const addMonths = (day: string, months: number): string => parseDate(day).add({ months }).toString();
