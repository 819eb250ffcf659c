import type { FormatDateOptions } from 'react-intl';
import { cx } from '@/lib/cx';
import { useOtherCalendar } from './use-other-calendar';

export interface OtherCalendarProps {
  value: string;
  options: FormatDateOptions;
  /** Whoever reads it; by default only who chose Umm al-Qura. */
  always?: boolean;
}

/** A date in the calendar that the person did not choose: beside their own, below it in a table's cell. */
export function OtherCalendar({ value, options, always = false }: OtherCalendarProps) {
  const { beside, format } = useOtherCalendar();
  if (!beside && !always) return null;
  return (
    <>
      {' '}
      <bdi
        className={cx('whitespace-nowrap text-muted tight:whitespace-normal', beside ? 'beside-date' : 'ms-1 text-sm')}
      >
        {format(value, options)}
      </bdi>
    </>
  );
}
