import { Pencil, Users } from 'lucide-react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Course } from '@/lib/models';
import { paths } from '@/lib/paths';
import { useMay } from '@/lib/role';
import { DeleteCourse } from './delete-course';

const messages = defineMessages({
  edit: { id: 'courses.card.edit', defaultMessage: 'Edit' },
  learners: { id: 'courses.learners', defaultMessage: 'Learners' },
});

/** What can be done to one course of a list. */
export function CourseActions({ course }: { course: Course }) {
  const intl = useIntl();
  const edits = useMay('manager');
  const named = (text: MessageDescriptor) =>
    intl.formatMessage(common.named, { action: intl.formatMessage(text), name: course.title });
  return (
    <>
      {edits && (
        <LinkButton
          size="small"
          variant="secondary"
          to={paths.admin.updateCourse(course._id)}
          aria-label={named(messages.edit)}
        >
          <Pencil aria-hidden size={15} />
          {intl.formatMessage(messages.edit)}
        </LinkButton>
      )}
      <LinkButton
        size="small"
        variant="secondary"
        to={paths.admin.course(course._id)}
        aria-label={named(messages.learners)}
      >
        <Users aria-hidden size={15} />
        {intl.formatMessage(messages.learners)}
      </LinkButton>
      {edits && <DeleteCourse course={course} named />}
    </>
  );
}
