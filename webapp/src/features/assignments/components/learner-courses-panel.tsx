import { useSuspenseQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { paths } from '@/lib/paths';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';
import { learnerCoursesQueryOptions, useAssignCourses, useRemoveCourse } from '../api/assignments';
import { AssignForm } from './assign-form';
import { AssignmentsTable } from './assignments-table';

const messages = defineMessages({
  assigned: { id: 'assign.courses.assigned', defaultMessage: 'Assigned courses' },
  more: { id: 'assign.courses.more', defaultMessage: 'Assign courses' },
  legend: { id: 'assign.courses.legend', defaultMessage: 'Courses not assigned yet' },
  course: { id: 'assign.course', defaultMessage: 'Course' },
});

/** A learner's courses: what is assigned and until when, and what else could be. */
export function LearnerCoursesPanel({ clientId }: { clientId: string }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const { data } = useSuspenseQuery(learnerCoursesQueryOptions(clientId));
  const assign = useAssignCourses(clientId);
  const remove = useRemoveCourse(clientId);
  const assigned = intl.formatMessage(messages.assigned);
  return (
    <>
      <section aria-labelledby="assigned-courses" className="card">
        <h2 id="assigned-courses" className="px-6 pt-5 pb-3 text-lg font-bold">
          {assigned}
        </h2>
        {remove.error && <Notice severity="error">{describe(remove.error)}</Notice>}
        <AssignmentsTable
          label={assigned}
          subject={intl.formatMessage(messages.course)}
          assignments={data.userCourses}
          describe={({ course }) => (
            <Link
              to={paths.admin.course(course._id)}
              dir="auto"
              className="text-accent-ink underline-offset-4 hover:underline"
            >
              {course.title}
            </Link>
          )}
          onRemove={({ courseId }) => remove.mutateAsync(courseId)}
        />
      </section>
      <section aria-labelledby="assign-courses" className="card p-6">
        <h2 id="assign-courses" className="mb-4 text-lg font-bold">
          {intl.formatMessage(messages.more)}
        </h2>
        {data.unselectedCourses.length === 0 ? (
          <EmptyState />
        ) : (
          <AssignForm
            legend={intl.formatMessage(messages.legend)}
            choices={data.unselectedCourses.map((course) => ({ id: course._id, label: course.title }))}
            onAssign={async (coursesIds, dates) => {
              await assign.mutateAsync({ coursesIds, ...dates });
              addToast({
                severity: 'success',
                summary: intl.formatMessage(common.success),
                detail: intl.formatMessage(common.updated),
                life: SUCCESS_LIFE_MS,
              });
            }}
          />
        )}
      </section>
    </>
  );
}
