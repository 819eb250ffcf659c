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
import { courseLearnersQueryOptions, useAssignLearners, useRemoveLearners } from '../api/assignments';
import { AssignForm } from './assign-form';
import { AssignmentsTable } from './assignments-table';

const messages = defineMessages({
  assigned: { id: 'assign.learners.assigned', defaultMessage: 'Learners of this course' },
  more: { id: 'assign.learners.more', defaultMessage: 'Assign learners' },
  legend: { id: 'assign.learners.legend', defaultMessage: 'Learners without this course' },
  learner: { id: 'assign.learner', defaultMessage: 'Learner' },
});

/** A course's learners: who has it and until when, and who else could get it. */
export function CourseLearnersPanel({ courseId }: { courseId: string }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const { data } = useSuspenseQuery(courseLearnersQueryOptions(courseId));
  const assign = useAssignLearners(courseId);
  const remove = useRemoveLearners(courseId);
  const assigned = intl.formatMessage(messages.assigned);
  return (
    <>
      <section aria-labelledby="assigned-learners" className="card">
        <h2 id="assigned-learners" className="px-6 pt-5 pb-3 text-lg font-bold">
          {assigned}
        </h2>
        {remove.error && <Notice severity="error">{describe(remove.error)}</Notice>}
        <AssignmentsTable
          label={assigned}
          subject={intl.formatMessage(messages.learner)}
          assignments={data.result}
          describe={({ user, clientId }) => (
            <>
              <Link
                to={paths.admin.user(clientId)}
                dir="auto"
                className="text-accent-ink underline-offset-4 hover:underline"
              >
                {user?.fullname ?? clientId}
              </Link>
              {user && (
                <bdi dir="ltr" className="block text-sm font-normal text-muted rtl:text-end">
                  {user.email}
                </bdi>
              )}
            </>
          )}
          onRemove={({ clientId }) => remove.mutateAsync([clientId])}
        />
      </section>
      <section aria-labelledby="assign-learners" className="card p-6">
        <h2 id="assign-learners" className="mb-4 text-lg font-bold">
          {intl.formatMessage(messages.more)}
        </h2>
        {data.users.length === 0 ? (
          <EmptyState />
        ) : (
          <AssignForm
            legend={intl.formatMessage(messages.legend)}
            choices={data.users.map((user) => ({ id: user._id, label: user.fullname, note: user.email }))}
            onAssign={async (userIds, dates) => {
              await assign.mutateAsync({ userIds, ...dates });
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
