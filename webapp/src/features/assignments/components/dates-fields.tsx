import { useIntl } from 'react-intl';
import { DatePicker } from '@/components/ui/date-picker';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { addMonths } from '@/lib/add-months';
import { otherZone, today } from '@/lib/dates';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import type { Dates } from '../api/assignments';

const messages = defineMessages({
  zone: { id: 'assign.zone', defaultMessage: 'Days begin and end by the academy’s time: {zone}.' },
});

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
  const zone = otherZone(intl.locale, useStore(academyZone));
  return (
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
      {zone && (
        <p className="text-sm text-muted sm:col-span-2">
          {intl.formatMessage(messages.zone, { zone: <bdi key="zone">{zone}</bdi> })}
        </p>
      )}
    </div>
  );
}
