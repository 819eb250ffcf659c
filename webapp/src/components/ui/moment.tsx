import { use } from 'react';
import { useIntl } from 'react-intl';
import { inAcademyZone, otherZone } from '@/lib/dates';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { OtherCalendar } from './other-calendar';
import { ZoneSaid } from './zone-said';

/**
 * A point in time, to the minute, by the academy's clock. Its offset is said to readers whose clock shows another time,
 * unless an `AcademyZone` around it names the zone.
 */
export function Moment({ value }: { value: string }) {
  const intl = useIntl();
  const zone = useStore(academyZone);
  const said = use(ZoneSaid);
  const offset = said ? null : otherZone(intl.locale, zone, value, { long: false });
  const { timeZone } = inAcademyZone(zone);
  return (
    <time dateTime={value}>
      <bdi className="whitespace-nowrap tight:whitespace-normal">
        {intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
      </bdi>
      {offset && (
        <>
          {' '}
          <bdi className="whitespace-nowrap">{offset}</bdi>
        </>
      )}
      <OtherCalendar value={value} options={{ dateStyle: 'medium', timeZone }} />
    </time>
  );
}
