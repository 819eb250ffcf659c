import { useState, type ReactNode } from 'react';
import { FormattedDate, useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { TableFrame } from '@/components/ui/table-frame';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Assignment } from '@/lib/models';
import { ChangeDatesDialog } from './change-dates-dialog';

const messages = defineMessages({
  state: { id: 'assign.state', defaultMessage: 'State' },
  actions: { id: 'assign.actions', defaultMessage: 'Actions' },
  dates: { id: 'assign.dates', defaultMessage: 'Change dates' },
  removeText: {
    id: 'assign.remove.text',
    defaultMessage: 'The learner loses access at once; the progress in this course is removed.',
  },
});

const SEVERITY = { upcoming: 'info', active: 'success', expired: 'secondary' } as const;

export interface AssignmentsTableProps {
  label: string;
  /** The head of the first column, and what stands in it. */
  subject: string;
  describe: (assignment: Assignment) => ReactNode;
  assignments: readonly Assignment[];
  onRemove: (assignment: Assignment) => Promise<unknown>;
}

/** Assignments with their window, seen from a learner or from a course. */
export function AssignmentsTable({ label, subject, describe, assignments, onRemove }: AssignmentsTableProps) {
  const intl = useIntl();
  const [editing, setEditing] = useState<Assignment | null>(null);
  const [removing, setRemoving] = useState<Assignment | null>(null);
  if (assignments.length === 0) return <EmptyState />;
  const head = 'px-4 py-3 text-start text-sm font-semibold text-muted';
  const cell = 'px-4 py-3';
  return (
    <>
      <TableFrame label={label}>
        <thead className="border-b border-line bg-sunken">
          <tr>
            {[
              subject,
              intl.formatMessage(common.startDate),
              intl.formatMessage(common.expiryDate),
              intl.formatMessage(messages.state),
              intl.formatMessage(messages.actions),
            ].map((title) => (
              <th key={title} scope="col" className={head}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {assignments.map((assignment) => (
            <tr key={assignment._id}>
              <th scope="row" className={`${cell} text-start font-semibold`}>
                {describe(assignment)}
              </th>
              <td className={`${cell} text-sm whitespace-nowrap`}>
                <FormattedDate value={assignment.startDate} dateStyle="medium" />
              </td>
              <td className={`${cell} text-sm whitespace-nowrap`}>
                <FormattedDate value={assignment.expiryDate} dateStyle="medium" />
              </td>
              <td className={cell}>
                <Badge severity={SEVERITY[assignment.state]}>{intl.formatMessage(common[assignment.state])}</Badge>
              </td>
              <td className={cell}>
                <div className="flex flex-wrap gap-2">
                  <Button size="small" variant="secondary" onPress={() => setEditing(assignment)}>
                    {intl.formatMessage(messages.dates)}
                  </Button>
                  <Button size="small" variant="danger" onPress={() => setRemoving(assignment)}>
                    {intl.formatMessage(common.remove)}
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {editing && <ChangeDatesDialog key={editing._id} assignment={editing} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        danger
        isOpen={removing !== null}
        text={intl.formatMessage(messages.removeText)}
        onAnswer={(accepted) => {
          if (accepted && removing) void onRemove(removing);
          setRemoving(null);
        }}
      />
    </>
  );
}
