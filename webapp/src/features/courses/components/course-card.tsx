import { Pencil, Users } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { CourseImage } from '@/components/ui/course-image';
import { LinkButton } from '@/components/ui/link-button';
import { defineMessages } from '@/i18n/define-messages';
import { formatDuration } from '@/lib/duration';
import type { Course } from '@/lib/models';
import { paths } from '@/lib/paths';
import { useMay } from '@/lib/role';
import { DeleteCourse } from './delete-course';

const messages = defineMessages({
  parts: {
    id: 'public.course.parts',
    defaultMessage: '{count, plural, =0 {No lessons yet} one {# lesson} other {# lessons}}',
  },
  edit: { id: 'courses.card.edit', defaultMessage: 'Edit' },
  learners: { id: 'courses.learners', defaultMessage: 'Learners' },
});

export function CourseCard({ course }: { course: Course }) {
  const intl = useIntl();
  const edits = useMay('manager');
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
          {edits && (
            <LinkButton size="small" variant="secondary" to={paths.admin.updateCourse(course._id)}>
              <Pencil aria-hidden size={15} />
              {intl.formatMessage(messages.edit)}
            </LinkButton>
          )}
          <LinkButton size="small" variant="secondary" to={paths.admin.course(course._id)}>
            <Users aria-hidden size={15} />
            {intl.formatMessage(messages.learners)}
          </LinkButton>
          {edits && <DeleteCourse course={course} />}
        </div>
      </div>
    </article>
  );
}
