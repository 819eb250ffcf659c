import { use } from 'react';
import { useIntl, type FormatDateOptions } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { inAcademyZone, isDay, otherZone } from '@/lib/dates';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { OtherCalendar } from './other-calendar';
import { ZoneSaid } from './zone-said';

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
 * A day of the academy's calendar, of a moment or as `2026-12-31`, whatever the browser's time zone. It names the zone to
 * readers whose clock shows another time, unless an `AcademyZone` around it does.
 */
export function AcademyDay({ value, long }: Pick<DayProps, 'value' | 'long'>) {
  const intl = useIntl();
  const zone = useStore(academyZone);
  const said = use(ZoneSaid);
  const other = said ? null : otherZone(intl.locale, zone, value);
  return (
    <>
      {/* A day that is already one of the academy's has no zone of its own. */}
      <Day value={value} long={long} {...(isDay(value) ? { timeZone: 'UTC' } : inAcademyZone(zone))} />
      {other && (
        <>
          {' '}
          <bdi>{intl.formatMessage(messages.zone, { zone: other })}</bdi>
        </>
      )}
    </>
  );
}
