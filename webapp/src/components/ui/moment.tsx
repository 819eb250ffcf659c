import { useIntl } from 'react-intl';
import { inAcademyZone, otherZone } from '@/lib/dates';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { OtherCalendar } from './other-calendar';

/** A point in time, to the minute, by the academy's clock; its offset is said to readers whose clock shows another time. */
export function Moment({ value }: { value: string }) {
  const intl = useIntl();
  const zone = useStore(academyZone);
  const offset = otherZone(intl.locale, zone, value, { long: false });
  return (
    <time dateTime={value}>
      <span className="whitespace-nowrap tight:whitespace-normal">
        <bdi>{intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short', ...inAcademyZone(zone) })}</bdi>
        {offset && <bdi className="ms-1">{offset}</bdi>}
      </span>
      <OtherCalendar value={value} options={{ dateStyle: 'medium', ...inAcademyZone(zone) }} />
    </time>
  );
}
