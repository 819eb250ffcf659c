import { Lock, Play } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '@/components/ui/button-styles';
import { CourseImage } from '@/components/ui/course-image';
import { ProgressRing } from '@/components/ui/progress-ring';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { paths } from '@/lib/paths';
import type { MyCourse } from '../api/fetch-my-courses';
import { CourseWindow } from './course-window';

const messages = defineMessages({
  start: { id: 'myCourses.start', defaultMessage: 'Start watching' },
  resume: { id: 'myCourses.resume', defaultMessage: 'Continue watching' },
  progress: { id: 'myCourses.progress', defaultMessage: 'Progress' },
  lessons: {
    id: 'public.course.parts',
    defaultMessage: '{count, plural, =0 {No lessons yet} one {# lesson} other {# lessons}}',
  },
});

/** One assigned course. Only an open one leads anywhere; `first` is the one to go on with. */
export function MyCourseCard({ assignment, first }: { assignment: MyCourse; first: boolean }) {
  const intl = useIntl();
  const { course, state, progress } = assignment;
  const percent = progress?.percent ?? 0;
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
        <CourseWindow assignment={assignment} />
        <p className="text-sm text-muted">{intl.formatMessage(messages.lessons, { count: course.parts.length })}</p>
        <div className="mt-auto pt-2">
          {state === 'active' ? (
            <Link
              to={paths.client.course(course._id)}
              className={buttonClass(first ? 'primary' : 'secondary', 'normal', 'w-full')}
            >
              <Play aria-hidden size={16} />
              {intl.formatMessage(percent > 0 ? messages.resume : messages.start)}
              <span className="sr-only" dir="auto">
                {course.title}
              </span>
            </Link>
          ) : (
            <p className="flex min-h-tap items-center justify-center gap-2 rounded-base bg-sunken text-sm font-semibold text-muted">
              <Lock aria-hidden size={16} />
              {intl.formatMessage(common[state])}
            </p>
          )}
        </div>
      </div>
    </article>
  );
}
