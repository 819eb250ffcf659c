import { useIntl, type FormatDateOptions } from 'react-intl';
import { useOtherCalendar } from './use-other-calendar';

// A day of the academy's calendar has no zone of its own.
const OPTIONS: FormatDateOptions = { timeZone: 'UTC', day: 'numeric', month: 'short' };

/** Names a point of a chart by its day, given as `2026-12-31`. */
export function useChartDay() {
  const intl = useIntl();
  const { beside, format } = useOtherCalendar();
  return (day: string): { label: string; also?: string } => ({
    label: intl.formatDate(day, OPTIONS),
    also: beside ? format(day, OPTIONS) : undefined,
  });
}
