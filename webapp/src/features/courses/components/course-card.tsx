import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { CourseImage } from '@/components/ui/course-image';
import { defineMessages } from '@/i18n/define-messages';
import { formatDuration } from '@/lib/duration';
import type { Course } from '@/lib/models';
import { paths } from '@/lib/paths';
import { CourseActions } from './course-actions';

const messages = defineMessages({
  parts: {
    id: 'public.course.parts',
    defaultMessage: '{count, plural, =0 {No lessons yet} one {# lesson} other {# lessons}}',
  },
});

export function CourseCard({ course }: { course: Course }) {
  const intl = useIntl();
  const duration = formatDuration(
    intl,
    course.parts.reduce((sum, part) => sum + part.duration, 0),
  );
  return (
    <article aria-label={course.title} className="card flex h-full flex-col overflow-hidden">
      <CourseImage image={course.image} seed={course._id} />
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="text-lg font-bold">
          <Link to={paths.admin.course(course._id)} className="tap underline-offset-4 hover:underline">
            <bdi>{course.title}</bdi>
          </Link>
        </h2>
        <p className="text-sm text-muted">
          {[intl.formatMessage(messages.parts, { count: course.parts.length }), duration].filter(Boolean).join(' · ')}
        </p>
        <div className="mt-auto flex flex-wrap gap-2 pt-3">
          <CourseActions course={course} />
        </div>
      </div>
    </article>
  );
}
