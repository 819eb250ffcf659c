import { Clock, ListVideo } from 'lucide-react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { formatDuration } from '@/lib/duration';
import type { CourseCard } from '../model';
import { When } from '../template';

export const courseFactMessages = defineMessages({
  parts: {
    id: 'public.course.parts',
    defaultMessage: '{count, plural, =0 {No lessons yet} one {# lesson} other {# lessons}}',
  },
});

/** How many lessons a course has, and how long they take together. */
export function CourseFacts({ course, className }: { course: CourseCard; className?: string }) {
  const intl = useIntl();
  const lessons = course.words?.lessons ?? intl.formatMessage(courseFactMessages.parts, { count: course.partsCount });
  const length = course.words?.length ?? formatDuration(intl, course.duration);
  return (
    <p className={className}>
      <span className="inline-flex items-center gap-1.5">
        <ListVideo aria-hidden size={16} />
        {lessons}
      </span>
      <When value={length}>
        <span className="inline-flex items-center gap-1.5">
          <Clock aria-hidden size={16} />
          {length}
        </span>
      </When>
    </p>
  );
}
