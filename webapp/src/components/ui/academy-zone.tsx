import { use, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { otherZone } from '@/lib/dates';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { ZoneSaid } from './zone-said';

const messages = defineMessages({
  line: { id: 'day.academy', defaultMessage: 'Dates and times are by the academy’s clock: {zone}.' },
});

/**
 * Every date and time is by the academy's clock, and a reader whose clock shows another time is told so. `AcademyDay` and
 * `Moment` do it themselves; where many days stand together, in a table, a list, a chart or a form, the `AcademyZone`
 * around them does it once instead, in a line above.
 */
export function AcademyZone({ className, children }: { className?: string; children: ReactNode }) {
  const intl = useIntl();
  const above = use(ZoneSaid);
  const zone = otherZone(intl.locale, useStore(academyZone));
  return (
    <ZoneSaid value={above || zone !== null}>
      {zone && !above && (
        <p className={cx('text-sm text-muted', className)}>
          {intl.formatMessage(messages.line, { zone: <bdi key="zone">{zone}</bdi> })}
        </p>
      )}
      {children}
    </ZoneSaid>
  );
}
