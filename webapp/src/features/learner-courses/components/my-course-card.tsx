import { CalendarDays, Lock, Play } from 'lucide-react';
import { FormattedDate, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Badge, type BadgeSeverity } from '@/components/ui/badge';
import { buttonClass } from '@/components/ui/button-styles';
import { CourseImage } from '@/components/ui/course-image';
import { ProgressRing } from '@/components/ui/progress-ring';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import type { AssignmentState } from '@/lib/models';
import { paths } from '@/lib/paths';
import type { MyCourse } from '../api/fetch-my-courses';

const messages = defineMessages({
  start: { id: 'myCourses.start', defaultMessage: 'Start watching' },
  resume: { id: 'myCourses.resume', defaultMessage: 'Go on watching' },
  progress: { id: 'myCourses.progress', defaultMessage: 'Progress' },
  from: { id: 'myCourses.from', defaultMessage: 'Starts on {date}' },
  until: { id: 'myCourses.until', defaultMessage: 'Open until {date}' },
  ended: { id: 'myCourses.ended', defaultMessage: 'Ended on {date}' },
  lessons: {
    id: 'public.course.parts',
    defaultMessage: '{count, plural, =0 {No lessons yet} one {# lesson} other {# lessons}}',
  },
});

const STATE: Record<AssignmentState, [BadgeSeverity, 'from' | 'until' | 'ended']> = {
  upcoming: ['info', 'from'],
  active: ['success', 'until'],
  expired: ['secondary', 'ended'],
};

/** One assigned course. Only an open one leads anywhere. */
export function MyCourseCard({ assignment }: { assignment: MyCourse }) {
  const intl = useIntl();
  const { course, state, progress } = assignment;
  const [severity, window] = STATE[state];
  const percent = progress?.percent ?? 0;
  const date = (
    <FormattedDate
      key="date"
      dateStyle="long"
      value={state === 'upcoming' ? assignment.startDate : assignment.expiryDate}
    />
  );
  return (
    <article className="card flex h-full flex-col overflow-hidden">
      <CourseImage image={course.image} seed={course._id} className={cx(state !== 'active' && 'opacity-60')} />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div className="flex items-start justify-between gap-3">
          <h2 className="text-lg font-bold" dir="auto">
            {course.title}
          </h2>
          <ProgressRing percent={percent} label={intl.formatMessage(messages.progress)} />
        </div>
        <p className="line-clamp-2 text-sm text-muted" dir="auto">
          {course.description}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <Badge severity={severity}>{intl.formatMessage(common[state])}</Badge>
          <span className="inline-flex items-center gap-1.5">
            <CalendarDays aria-hidden size={16} />
            {intl.formatMessage(messages[window], { date })}
          </span>
          <span>{intl.formatMessage(messages.lessons, { count: course.parts.length })}</span>
        </div>
        <div className="mt-auto pt-2">
          {state === 'active' ? (
            <Link to={paths.client.course(course._id)} className={buttonClass('primary', 'normal', 'w-full')}>
              <Play aria-hidden size={16} />
              {intl.formatMessage(percent > 0 ? messages.resume : messages.start)}
              <span className="sr-only" dir="auto">
                {course.title}
              </span>
            </Link>
          ) : (
            <p className="flex min-h-10 items-center justify-center gap-2 rounded-base bg-sunken text-sm font-semibold text-muted">
              <Lock aria-hidden size={16} />
              {intl.formatMessage(common[state])}
            </p>
          )}
        </div>
      </div>
    </article>
  );
}
