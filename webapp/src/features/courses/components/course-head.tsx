import { useSuspenseQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { CourseImage } from '@/components/ui/course-image';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { useMay } from '@/lib/role';
import { courseQueryOptions } from '../api/courses';
import { CourseNotFound } from './course-not-found';
import { DeleteCourse } from './delete-course';

const messages = defineMessages({
  parts: {
    id: 'public.course.parts',
    defaultMessage: '{count, plural, =0 {No lessons yet} one {# lesson} other {# lessons}}',
  },
  edit: { id: 'courses.card.edit', defaultMessage: 'Edit' },
});

/** The top of a single course's screen. */
export function CourseHead({ courseId }: { courseId: string }) {
  const intl = useIntl();
  const edits = useMay('manager');
  const navigate = useNavigate();
  const { data: course } = useSuspenseQuery(courseQueryOptions(courseId));
  if (!course) return <CourseNotFound />;
  return (
    <section aria-label={course.title} className="card flex flex-col gap-5 p-6 sm:flex-row">
      <PageTitle>{course.title}</PageTitle>
      <CourseImage image={course.image} seed={course._id} className="shrink-0 rounded-base max-sm:hidden sm:w-56" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h1 className="text-2xl font-bold">
          <bdi>{course.title}</bdi>
        </h1>
        <p className="line-clamp-3 text-muted">
          <bdi>{course.description}</bdi>
        </p>
        <p className="text-sm text-muted">{intl.formatMessage(messages.parts, { count: course.parts.length })}</p>
        <div className="mt-auto flex flex-wrap gap-2 pt-2">
          {edits && (
            <LinkButton size="small" variant="secondary" to={paths.admin.updateCourse(course._id)}>
              <Pencil aria-hidden size={15} />
              {intl.formatMessage(messages.edit)}
            </LinkButton>
          )}
          {edits && <DeleteCourse course={course} onDeleted={() => void navigate(paths.admin.courses)} />}
        </div>
      </div>
    </section>
  );
}
