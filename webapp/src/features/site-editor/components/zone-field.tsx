import { useEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { ComboBox, type ComboBoxOption } from '@/components/ui/combobox';
import { defineMessages } from '@/i18n/define-messages';
import { inAcademyZone } from '@/lib/dates';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { describeZone, describeZones, deviceZone, zoneNames } from '@/lib/time-zones';

const messages = defineMessages({
  label: { id: 'site.zone.label', defaultMessage: 'Time zone of the academy' },
  hint: {
    id: 'site.zone.hint',
    defaultMessage:
      'The days of assignments, figures and activity begin and end in this time zone, and e-mails give times in it. It is {time} there now. Courses that are already assigned keep their start and expiry.',
  },
  device: { id: 'site.zone.device', defaultMessage: 'Use this device’s time zone: {zone}' },
});

export interface ZoneFieldProps {
  /** IANA name; empty while no owner has chosen one, and the server's setting applies. */
  value: string;
  onChange: (zone: string) => void;
  error?: string;
}

/** In which time zone the academy's days begin and end. */
export function ZoneField({ value, onChange, error }: ZoneFieldProps) {
  const intl = useIntl();
  const applies = useStore(academyZone);
  const zone = value || applies;
  const [all, setAll] = useState<readonly ComboBoxOption[]>([]);
  const naming = useRef<ReturnType<typeof describeZones>>(null);
  useEffect(() => {
    const zones = zoneNames();
    const take = (names: string[]) => setAll(names.map((name, at) => ({ id: zones[at] ?? '', name })));
    const begun = describeZones(zones, intl.locale, take);
    naming.current = begun;
    return begun.stop;
  }, [intl.locale]);
  const options = useMemo(() => {
    const collator = new Intl.Collator(intl.locale);
    const own = all.some(({ id }) => id === zone) ? [] : [{ id: zone, name: describeZone(zone, intl.locale) }];
    return [...own, ...all].toSorted((a, b) => collator.compare(a.name, b.name));
  }, [all, intl.locale, zone]);
  const device = deviceZone();
  return (
    <div className="flex flex-col items-start gap-1.5">
      <div className="w-full" onFocusCapture={() => naming.current?.finish()}>
        <ComboBox
          label={intl.formatMessage(messages.label)}
          options={options}
          value={zone}
          onChange={(next) => {
            if (next) onChange(next);
          }}
          error={error}
          isRequired
        />
      </div>
      <p className="text-sm text-muted">
        {intl.formatMessage(messages.hint, { time: intl.formatTime(new Date(), inAcademyZone(zone)) })}
      </p>
      {device !== zone && (
        <Button variant="secondary" onPress={() => onChange(device)}>
          {intl.formatMessage(messages.device, { zone: describeZone(device, intl.locale) })}
        </Button>
      )}
    </div>
  );
}
