import { useIntl } from 'react-intl';
import { inAcademyZone } from '@/lib/dates';
import { theme, type Calendar } from '@/lib/preferences';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';

const OTHER: Record<Calendar, Calendar> = { gregory: 'islamic-umalqura', 'islamic-umalqura': 'gregory' };

export interface DayProps {
  value: string;
  /** With the other calendar's date beside it. */
  both?: boolean;
  /** IANA name; the browser's own without it. */
  timeZone?: string;
}

/** A date in the person's calendar, and optionally also in the other one. */
export function Day({ value, both = false, timeZone }: DayProps) {
  const intl = useIntl();
  const { calendar } = useStore(theme);
  const own = intl.formatDate(value, { dateStyle: 'medium', timeZone });
  return (
    <time dateTime={value} className="whitespace-nowrap">
      <bdi>{own}</bdi>
      {both && (
        <bdi className="ms-2 text-sm text-muted">
          {new Intl.DateTimeFormat(intl.locale, { dateStyle: 'medium', calendar: OTHER[calendar], timeZone }).format(
            new Date(value),
          )}
        </bdi>
      )}
    </time>
  );
}

/** The day on which an assignment begins or ends, as it was entered, whatever the browser's time zone. */
export function AcademyDay({ value }: { value: string }) {
  return <Day value={value} {...inAcademyZone(useStore(academyZone))} />;
}
