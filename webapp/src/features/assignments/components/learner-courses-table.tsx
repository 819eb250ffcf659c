import { BarChart3, CalendarDays, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { Link } from 'react-router';
import { AcademyZone } from '@/components/ui/academy-zone';
import { Badge } from '@/components/ui/badge';
import { DataTable, type TableColumn } from '@/components/ui/data-table';
import { AcademyDay } from '@/components/ui/day';
import { Menu } from '@/components/ui/menu';
import { ProgressBar } from '@/components/ui/progress-bar';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Assignment } from '@/lib/models';
import { paths } from '@/lib/paths';
import { useMay } from '@/lib/role';
import { ChangeDatesDialog } from './change-dates-dialog';
import { PartsProgressDrawer } from './parts-progress-drawer';

const messages = defineMessages({
  course: { id: 'assign.course', defaultMessage: 'Course' },
  none: { id: 'assign.assigned.none', defaultMessage: 'The courses assigned to this learner appear here.' },
  state: { id: 'assign.state', defaultMessage: 'Status' },
  progress: { id: 'assign.progress', defaultMessage: 'Progress' },
  progressOf: { id: 'assign.progress.of', defaultMessage: 'Progress: {course}' },
  actions: { id: 'assign.actions', defaultMessage: 'Actions' },
  menu: { id: 'assign.menu', defaultMessage: 'Actions: {name}' },
  parts: { id: 'assign.progress.parts', defaultMessage: 'Progress by lesson' },
  dates: { id: 'assign.dates', defaultMessage: 'Change dates' },
  remove: { id: 'assign.remove', defaultMessage: 'Remove course' },
});

const SEVERITY = { upcoming: 'info', active: 'success', expired: 'secondary' } as const;

type Act = 'parts' | 'dates' | 'remove';

function columnsOf(
  intl: IntlShape,
  removes: boolean,
  onAct: (act: Act, assignment: Assignment) => void,
): TableColumn<Assignment>[] {
  const day = (value: string) => (
    <span className="text-sm">
      <AcademyDay value={value} />
    </span>
  );
  return [
    {
      id: 'course',
      header: intl.formatMessage(messages.course),
      isRowHeader: true,
      cell: ({ course }) => (
        <Link
          to={paths.admin.course(course._id)}
          dir="auto"
          className="tap text-accent-ink underline-offset-4 hover:underline"
        >
          {course.title}
        </Link>
      ),
    },
    {
      id: 'state',
      header: intl.formatMessage(messages.state),
      cell: ({ state }) => <Badge severity={SEVERITY[state]}>{intl.formatMessage(common[state])}</Badge>,
    },
    { id: 'startDate', header: intl.formatMessage(common.startDate), cell: ({ startDate }) => day(startDate) },
    { id: 'expiryDate', header: intl.formatMessage(common.expiryDate), cell: ({ expiryDate }) => day(expiryDate) },
    {
      id: 'progress',
      header: intl.formatMessage(messages.progress),
      cell: ({ course, progress }) => (
        <div className="min-w-32">
          <ProgressBar
            labelHidden
            label={intl.formatMessage(messages.progressOf, { course: course.title })}
            value={progress?.percent ?? 0}
          />
        </div>
      ),
    },
    {
      id: 'actions',
      header: intl.formatMessage(messages.actions),
      sticks: true,
      end: true,
      cell: (assignment) => (
        <Menu
          label={intl.formatMessage(messages.menu, { name: assignment.course.title })}
          actions={[
            {
              id: 'parts',
              label: intl.formatMessage(messages.parts),
              icon: <BarChart3 aria-hidden size={18} />,
              onAction: () => onAct('parts', assignment),
            },
            {
              id: 'dates',
              label: intl.formatMessage(messages.dates),
              icon: <CalendarDays aria-hidden size={18} />,
              onAction: () => onAct('dates', assignment),
            },
            {
              id: 'remove',
              label: intl.formatMessage(messages.remove),
              icon: <Trash2 aria-hidden size={18} />,
              onAction: () => onAct('remove', assignment),
              danger: true,
            },
          ].filter(({ id }) => removes || id !== 'remove')}
        />
      ),
    },
  ];
}

/** A learner's courses with their window and how far the learner is. */
export function LearnerCoursesTable({
  label,
  assignments,
  onRemove,
}: {
  label: string;
  assignments: readonly Assignment[];
  onRemove: (assignment: Assignment) => void;
}) {
  const intl = useIntl();
  const removes = useMay('manager');
  const [open, setOpen] = useState<{ act: Act; assignment: Assignment } | null>(null);
  const columns = useMemo(
    () =>
      columnsOf(intl, removes, (act, assignment) =>
        act === 'remove' ? onRemove(assignment) : setOpen({ act, assignment }),
      ),
    [intl, removes, onRemove],
  );
  const close = () => setOpen(null);
  return (
    <>
      <AcademyZone>
        <DataTable
          label={label}
          columns={columns}
          rows={assignments}
          rowId={({ _id }) => _id}
          empty={intl.formatMessage(messages.none)}
        />
      </AcademyZone>
      {open?.act === 'dates' && <ChangeDatesDialog assignment={open.assignment} onClose={close} />}
      {open?.act === 'parts' && <PartsProgressDrawer assignment={open.assignment} onClose={close} />}
    </>
  );
}
