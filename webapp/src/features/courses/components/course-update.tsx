import { useSuspenseQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useIntl } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { courseQueryOptions } from '../api/courses';
import { CourseAbout } from './course-about';
import { CourseNotFound } from './course-not-found';
import { PartsEditor } from './parts-editor';

const messages = defineMessages({
  title: { id: 'courses.update.title', defaultMessage: 'Edit the course' },
  learners: { id: 'courses.learners', defaultMessage: 'Learners' },
  preview: { id: 'courses.preview', defaultMessage: 'Preview as learner' },
});

/** A course's texts, picture and lessons. */
export function CourseUpdate({ courseId }: { courseId: string }) {
  const intl = useIntl();
  const { data: course } = useSuspenseQuery(courseQueryOptions(courseId));
  if (!course) return <CourseNotFound />;
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page flex flex-col gap-6 py-8">
      <PageTitle>{title}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="text-2xl font-bold">{title}</h1>
          <p className="text-muted">
            <bdi>{course.title}</bdi>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.admin.previewCourse(course._id)} variant="secondary">
            <Eye aria-hidden size={18} />
            {intl.formatMessage(messages.preview)}
          </LinkButton>
          <LinkButton to={paths.admin.course(course._id)} variant="secondary">
            {intl.formatMessage(messages.learners)}
          </LinkButton>
        </div>
      </div>
      <CourseAbout course={course} />
      <PartsEditor course={course} />
    </div>
  );
}
