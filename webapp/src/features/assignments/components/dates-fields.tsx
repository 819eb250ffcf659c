import { useIntl } from 'react-intl';
import { AcademyZone } from '@/components/ui/academy-zone';
import { DatePicker } from '@/components/ui/date-picker';
import { common } from '@/i18n/common-messages';
import { addMonths } from '@/lib/add-months';
import { today } from '@/lib/dates';
import type { Dates } from '../api/assignments';

/** What a new assignment is offered: from today, for a year. */
export const defaultDates = (): Dates => ({
  startDate: today(),
  expiryDate: addMonths(today(), 12),
});

export const datesInOrder = ({ startDate, expiryDate }: Dates): boolean =>
  startDate !== '' && expiryDate !== '' && expiryDate >= startDate;

export function DatesFields({
  value,
  onChange,
  error,
}: {
  value: Dates;
  onChange: (dates: Dates) => void;
  error?: string;
}) {
  const intl = useIntl();
  return (
    <AcademyZone>
      <div className="grid gap-4 sm:grid-cols-2">
        <DatePicker
          isRequired
          label={intl.formatMessage(common.startDate)}
          value={value.startDate}
          onChange={(startDate) => onChange({ ...value, startDate })}
        />
        <DatePicker
          isRequired
          label={intl.formatMessage(common.expiryDate)}
          value={value.expiryDate}
          onChange={(expiryDate) => onChange({ ...value, expiryDate })}
          error={error}
        />
      </div>
    </AcademyZone>
  );
}
