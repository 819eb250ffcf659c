import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import { isolated } from '@/lib/directions';
import type { Assignment } from '@/lib/models';
import { useStore } from '@/lib/store';
import { addToast } from '@/lib/toast';
import { learnerCoursesQueryOptions, useAssignCourses, useRemoveCourse } from '../api/assignments';
import { leavingAssignments, removeAssignmentWithUndo } from '../removals';
import { AssignForm } from './assign-form';
import { LearnerCoursesTable } from './learner-courses-table';

const messages = defineMessages({
  assigned: { id: 'assign.courses.assigned', defaultMessage: 'Assigned courses' },
  more: { id: 'assign.courses.more', defaultMessage: 'Assign courses' },
  allAssigned: { id: 'assign.courses.none', defaultMessage: 'There is no other course to assign.' },
  legend: { id: 'assign.courses.legend', defaultMessage: 'Courses not assigned yet' },
  removed: {
    id: 'assign.removed',
    defaultMessage: '“{course}” was removed from the learner, along with the progress in it',
  },
  undo: { id: 'assign.removed.undo', defaultMessage: 'Undo' },
  notRemoved: { id: 'assign.removed.failed', defaultMessage: '“{course}” could not be removed from the learner' },
});

/** A learner's courses: what is assigned and until when, and what else could be. */
export function LearnerCoursesPanel({ clientId }: { clientId: string }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const { data } = useSuspenseQuery(learnerCoursesQueryOptions(clientId));
  const gone = useStore(leavingAssignments);
  const assign = useAssignCourses(clientId);
  const { mutateAsync: removeNow } = useRemoveCourse(clientId);
  const assigned = intl.formatMessage(messages.assigned);
  const onRemove = useCallback(
    ({ _id, courseId, course }: Assignment) => {
      const said = {
        summary: intl.formatMessage(messages.removed, { course: isolated(intl.locale, course.title) }),
        undoLabel: intl.formatMessage(messages.undo),
      };
      removeAssignmentWithUndo(
        _id,
        said,
        () => removeNow(courseId),
        // The page may be another one by then.
        (error) =>
          addToast({
            severity: 'error',
            summary: intl.formatMessage(messages.notRemoved, { course: isolated(intl.locale, course.title) }),
            detail: describeError(intl, error),
          }),
      );
    },
    [intl, removeNow],
  );
  return (
    <>
      <section aria-labelledby="assigned-courses" className="flex flex-col gap-3">
        <h2 id="assigned-courses" className="text-lg font-bold">
          {assigned}
        </h2>
        <LearnerCoursesTable
          label={assigned}
          assignments={data.userCourses.filter(({ _id }) => !gone.has(_id))}
          onRemove={onRemove}
        />
      </section>
      <section aria-labelledby="assign-courses" className="card p-6">
        <h2 id="assign-courses" className="mb-4 text-lg font-bold">
          {intl.formatMessage(messages.more)}
        </h2>
        {data.unselectedCourses.length === 0 ? (
          <EmptyState text={intl.formatMessage(messages.allAssigned)} />
        ) : (
          <AssignForm
            key={clientId}
            draft={`learner:${clientId}:assign`}
            legend={intl.formatMessage(messages.legend)}
            choices={data.unselectedCourses.map((course) => ({ id: course._id, label: course.title }))}
            onAssign={async (coursesIds, dates) => {
              await assign.mutateAsync({ coursesIds, ...dates });
              showSuccess(common.updated);
            }}
          />
        )}
      </section>
    </>
  );
}
