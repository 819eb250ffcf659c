import { CalendarDays, Hourglass } from 'lucide-react';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { Badge, type BadgeSeverity } from '@/components/ui/badge';
import { AcademyDay } from '@/components/ui/day';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { AssignmentState } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import { myCoursesQueryOptions, type MyCourse } from '../api/fetch-my-courses';
import { formatCountdown } from '../countdown';
import { useNow } from '../use-now';

const messages = defineMessages({
  from: { id: 'myCourses.from', defaultMessage: 'Starts on {date}' },
  until: { id: 'myCourses.until', defaultMessage: 'Open until {date}' },
  ended: { id: 'myCourses.ended', defaultMessage: 'Ended on {date}' },
  opensIn: { id: 'myCourses.opensIn', defaultMessage: 'Opens in {time}' },
  closesIn: { id: 'myCourses.closesIn', defaultMessage: '{time} left' },
});

const STATE: Record<AssignmentState, [BadgeSeverity, 'from' | 'until' | 'ended']> = {
  upcoming: ['info', 'from'],
  active: ['success', 'until'],
  expired: ['secondary', 'ended'],
};

/** A little after the moment itself: the server's clock decides, and is asked once it agrees. */
const SETTLE_MS = 1000;

/** When a course opens or closes, how long that still takes, and what it is now. */
export function CourseWindow({ assignment: { state, startDate, expiryDate } }: { assignment: MyCourse }) {
  const intl = useIntl();
  const [severity, window] = STATE[state];
  const day = state === 'upcoming' ? startDate : expiryDate;
  const edge = Date.parse(day);
  const left = edge - useNow(edge);
  const over = state !== 'expired' && left <= 0;
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => void queryClient.invalidateQueries(myCoursesQueryOptions()), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [over]);
  return (
    <div className="flex flex-col items-start gap-2 text-sm text-muted">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge severity={severity}>{intl.formatMessage(common[state])}</Badge>
        <span className="inline-flex items-center gap-1.5">
          <CalendarDays aria-hidden size={16} className="shrink-0" />
          <span>
            {intl.formatMessage(messages[window], {
              date: <AcademyDay key="date" long value={day} />,
            })}
          </span>
        </span>
      </div>
      {state !== 'expired' && (
        <span role="timer" className="inline-flex items-center gap-1.5">
          <Hourglass aria-hidden size={16} className="shrink-0" />
          {intl.formatMessage(state === 'upcoming' ? messages.opensIn : messages.closesIn, {
            time: formatCountdown(intl, left),
          })}
        </span>
      )}
    </div>
  );
}
