import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { inAcademyZone, otherZone } from '@/lib/dates';
import { theme, type Calendar } from '@/lib/preferences';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';

const messages = defineMessages({ zone: { id: 'day.zone', defaultMessage: '({zone})' } });

const OTHER: Record<Calendar, Calendar> = { gregory: 'islamic-umalqura', 'islamic-umalqura': 'gregory' };

export interface DayProps {
  value: string;
  /** With the other calendar's date beside it. */
  both?: boolean;
  /** IANA name; the browser's own without it. */
  timeZone?: string;
  /** With the month in words. */
  long?: boolean;
}

/** A date in the person's calendar, and optionally also in the other one. */
export function Day({ value, both = false, timeZone, long = false }: DayProps) {
  const intl = useIntl();
  const { calendar } = useStore(theme);
  const own = intl.formatDate(value, { dateStyle: long ? 'long' : 'medium', timeZone });
  return (
    <time dateTime={value} className="whitespace-nowrap tight:whitespace-normal">
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

/**
 * The day on which an assignment begins or ends, as it was entered, whatever the browser's time zone. `named` says which
 * zone that is, to readers whose clock shows another time.
 */
export function AcademyDay({ value, named = false, long }: Pick<DayProps, 'value' | 'long'> & { named?: boolean }) {
  const intl = useIntl();
  const zone = useStore(academyZone);
  const other = named ? otherZone(intl.locale, zone, value) : null;
  return (
    <>
      <Day value={value} long={long} {...inAcademyZone(zone)} />
      {other && <bdi className="ms-1">{intl.formatMessage(messages.zone, { zone: other })}</bdi>}
    </>
  );
}
