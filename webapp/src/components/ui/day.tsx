import { useIntl, type FormatDateOptions } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { inAcademyZone, otherZone } from '@/lib/dates';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { OtherCalendar } from './other-calendar';

const messages = defineMessages({ zone: { id: 'day.zone', defaultMessage: '({zone})' } });

export interface DayProps {
  value: string;
  /** With the other calendar's date beside it, whichever the person chose. */
  both?: boolean;
  /** IANA name; the browser's own without it. */
  timeZone?: string;
  /** With the month in words. */
  long?: boolean;
}

/** A date in the person's calendar, and in the other one for who chose Umm al-Qura. */
export function Day({ value, both = false, timeZone, long = false }: DayProps) {
  const intl = useIntl();
  const options: FormatDateOptions = { dateStyle: long ? 'long' : 'medium', timeZone };
  return (
    <time dateTime={value}>
      <bdi className="whitespace-nowrap tight:whitespace-normal">{intl.formatDate(value, options)}</bdi>
      <OtherCalendar always={both} value={value} options={options} />
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
