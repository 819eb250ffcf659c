import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { QueryView } from '@/components/ui/query-view';
import { TableFrame } from '@/components/ui/table-frame';
import { defineMessages } from '@/i18n/define-messages';
import { coursesQueryOptions } from '@/lib/courses-query';
import { useAssignMany, type AssignedCounts } from '../api/many-learners';
import { AssignForm } from './assign-form';

const messages = defineMessages({
  title: {
    id: 'assign.many.title',
    defaultMessage: '{count, plural, one {Assign courses to # learner} other {Assign courses to # learners}}',
  },
  legend: { id: 'assign.many.legend', defaultMessage: 'Courses' },
  none: { id: 'courses.list.none', defaultMessage: 'The courses of the academy appear here.' },
  existing: {
    id: 'assign.many.existing',
    defaultMessage: 'Also apply these dates to learners who already have a course',
  },
  done: { id: 'assign.many.done', defaultMessage: 'Assigned' },
  course: { id: 'assign.course', defaultMessage: 'Course' },
  assigned: { id: 'assign.many.assigned', defaultMessage: 'New' },
  datesChanged: { id: 'assign.many.datesChanged', defaultMessage: 'Dates changed' },
  already: { id: 'assign.many.already', defaultMessage: 'Already had it' },
  refused: { id: 'assign.many.refused', defaultMessage: 'Not found' },
  close: { id: 'dialog.close', defaultMessage: 'Close' },
});

/** Assigns courses to the learners that were chosen in their list, and tells what came of it. */
export function AssignManyDialog({ clientIds, onClose }: { clientIds: readonly string[]; onClose: () => void }) {
  const intl = useIntl();
  const query = useQuery(coursesQueryOptions());
  const assign = useAssignMany();
  const [done, setDone] = useState<readonly AssignedCounts[] | null>(null);
  const titleOf = (id: string) => query.data?.find(({ _id }) => _id === id)?.title ?? id;
  return (
    <Dialog
      isOpen
      width="max-w-[40rem]"
      title={intl.formatMessage(messages.title, { count: clientIds.length })}
      onOpenChange={(open) => !open && onClose()}
    >
      {done ? (
        <div className="flex flex-col gap-4">
          <Outcome counts={done} titleOf={titleOf} />
          <Button className="self-end" onPress={onClose}>
            {intl.formatMessage(messages.close)}
          </Button>
        </div>
      ) : (
        <QueryView query={query} shape="choices" empty={intl.formatMessage(messages.none)}>
          {(courses) => (
            <AssignForm
              draft="learners:assign"
              legend={intl.formatMessage(messages.legend)}
              choices={courses.map(({ _id, title }) => ({ id: _id, label: title }))}
              existing={intl.formatMessage(messages.existing)}
              onAssign={async (coursesIds, dates, updateExisting) =>
                setDone(await assign.mutateAsync({ coursesIds, userIds: clientIds, updateExisting, ...dates }))
              }
            />
          )}
        </QueryView>
      )}
    </Dialog>
  );
}

function Outcome({ counts, titleOf }: { counts: readonly AssignedCounts[]; titleOf: (courseId: string) => string }) {
  const intl = useIntl();
  const cell = 'px-3 py-2 text-start';
  const columns = [
    ['assigned', messages.assigned],
    ['datesChanged', messages.datesChanged],
    ['alreadyAssigned', messages.already],
    ['refused', messages.refused],
  ] as const;
  // A column that says nothing of any course is not needed.
  const shown = columns.filter(([key]) => key === 'assigned' || counts.some((row) => row[key] > 0));
  return (
    <TableFrame label={intl.formatMessage(messages.done)} className="text-sm">
      <thead className="border-b border-line">
        <tr>
          <th scope="col" className={cell}>
            {intl.formatMessage(messages.course)}
          </th>
          {shown.map(([key, message]) => (
            <th key={key} scope="col" className={cell}>
              {intl.formatMessage(message)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {counts.map((row) => (
          <tr key={row.courseId}>
            <th scope="row" className={`${cell} font-semibold`}>
              <bdi>{titleOf(row.courseId)}</bdi>
            </th>
            {shown.map(([key]) => (
              <td key={key} className={`${cell} tabular-nums`}>
                {intl.formatNumber(row[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
