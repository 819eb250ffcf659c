import { Clock, ListVideo } from 'lucide-react';
import { useIntl } from 'react-intl';
import { CourseImage } from '@/components/ui/course-image';
import { defineMessages } from '@/i18n/define-messages';
import { formatDuration } from '@/lib/duration';
import type { PublicCourse } from '@/lib/models';

const messages = defineMessages({
  parts: {
    id: 'public.course.parts',
    defaultMessage: '{count, plural, =0 {No lessons yet} one {# lesson} other {# lessons}}',
  },
});

export function PublicCourseCard({ course, level: Heading = 'h3' }: { course: PublicCourse; level?: 'h2' | 'h3' }) {
  const intl = useIntl();
  const duration = formatDuration(intl, course.duration);
  return (
    <article className="card flex h-full flex-col overflow-hidden">
      <CourseImage image={course.image} seed={course._id} />
      <div className="flex flex-1 flex-col gap-2 p-5">
        <Heading className="text-lg font-bold" dir="auto">
          {course.title}
        </Heading>
        <p className="line-clamp-3 text-sm text-muted" dir="auto">
          {course.description}
        </p>
        <p className="mt-auto flex flex-wrap gap-x-5 gap-y-1 pt-3 text-sm text-muted">
          <span className="inline-flex items-center gap-1.5">
            <ListVideo aria-hidden size={16} />
            {intl.formatMessage(messages.parts, { count: course.partsCount })}
          </span>
          {duration && (
            <span className="inline-flex items-center gap-1.5">
              <Clock aria-hidden size={16} />
              {duration}
            </span>
          )}
        </p>
      </div>
    </article>
  );
}
