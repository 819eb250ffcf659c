import { useIntl, type FormatDateOptions } from 'react-intl';
import { theme, type Calendar } from '@/lib/preferences';
import { useStoreField } from '@/lib/store';

const OTHER: Record<Calendar, Calendar> = { gregory: 'islamic-umalqura', 'islamic-umalqura': 'gregory' };

/**
 * A date in the calendar that the person did not choose. Who chose Umm al-Qura finds it `beside` every date, because
 * others speak of Gregorian ones.
 */
export function useOtherCalendar() {
  const intl = useIntl();
  const calendar = useStoreField(theme, 'calendar');
  return {
    beside: calendar !== 'gregory',
    format: (value: string, options: FormatDateOptions) =>
      intl.formatDate(value, { ...options, calendar: OTHER[calendar] }),
  };
}
