import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, CalendarRange, FileSpreadsheet, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { AcademyZone } from '@/components/ui/academy-zone';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { TableColumn } from '@/components/ui/data-table';
import { AcademyDay } from '@/components/ui/day';
import { ListSearch } from '@/components/ui/list-search';
import { Menu } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { PagedTable } from '@/components/ui/paged-list';
import { Select } from '@/components/ui/select';
import { SelectionBar } from '@/components/ui/selection-bar';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Assignment } from '@/lib/models';
import { paths } from '@/lib/paths';
import { useMay } from '@/lib/role';
import { useListUrl } from '@/lib/use-list-url';
import { courseLearnersPageQueryOptions, useRemoveFromCourse } from '../api/course-learners';
import { useExportCourse } from '../api/export-course';
import { assignedFilterOf, assignedUrl, PAGE_SIZES } from '../course-learners-filter';
import { ChangeDatesDialog } from './change-dates-dialog';
import { ExtendDialog } from './extend-dialog';

const messages = defineMessages({
  assigned: { id: 'assign.learners.assigned', defaultMessage: 'Learners of this course' },
  none: {
    id: 'assign.learners.none',
    defaultMessage: 'The learners to whom this course is assigned appear here.',
  },
  learner: { id: 'assign.learner', defaultMessage: 'Learner' },
  state: { id: 'assign.state', defaultMessage: 'Status' },
  actions: { id: 'assign.actions', defaultMessage: 'Actions' },
  actionsOf: { id: 'assign.actionsOf', defaultMessage: 'Actions: {name}' },
  dates: { id: 'assign.dates', defaultMessage: 'Change dates' },
  every: { id: 'assign.everyState', defaultMessage: 'All' },
  extend: { id: 'assign.extend', defaultMessage: 'Extend' },
  extendAll: { id: 'assign.extend.title', defaultMessage: 'Extend the course' },
  export: { id: 'assign.export', defaultMessage: 'Export (CSV)' },
  removeText: {
    id: 'assign.remove.text',
    defaultMessage: 'The learner loses access at once, and the progress in this course is deleted.',
  },
  removeMany: {
    id: 'assign.remove.many',
    defaultMessage: 'Remove the course from {count, plural, one {# learner} other {# learners}}',
  },
  removeManyText: {
    id: 'assign.remove.manyText',
    defaultMessage: 'They lose access at once, and their progress in this course is deleted.',
  },
  removeFrom: { id: 'assign.remove', defaultMessage: 'Remove course' },
});

const SEVERITY = { upcoming: 'info', active: 'success', expired: 'secondary' } as const;

/** Who has a course and until when, a page at a time; what is shown stands in the address. */
export function CourseLearnersPanel({ courseId }: { courseId: string }) {
  const intl = useIntl();
  /** Support neither removes nor exports. */
  const removes = useMay('manager');
  const describe = useDescribeError();
  const url = useListUrl(assignedUrl);
  const filter = assignedFilterOf(url.values);
  const query = useQuery(courseLearnersPageQueryOptions(courseId, filter));
  const remove = useRemoveFromCourse(courseId);
  const exporting = useExportCourse(courseId);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Assignment | null>(null);
  /** The learners that the question is about. */
  const [removing, setRemoving] = useState<readonly string[] | null>(null);
  const [extending, setExtending] = useState<{ userIds?: readonly string[] } | null>(null);
  const closeQuestion = () => {
    setRemoving(null);
    remove.reset();
  };
  const label = intl.formatMessage(messages.assigned);
  const nameOf = ({ user, clientId }: Assignment) => user?.fullname ?? clientId;

  const columns: TableColumn<Assignment>[] = [
    {
      id: 'fullname',
      header: intl.formatMessage(messages.learner),
      isRowHeader: true,
      sortable: true,
      cell: (assignment) => (
        <span className="block min-w-40">
          <Link
            to={paths.admin.user(assignment.clientId)}
            dir="auto"
            className="tap text-accent-ink underline-offset-4 hover:underline"
          >
            {nameOf(assignment)}
          </Link>
          {assignment.user && (
            <bdi dir="ltr" className="block text-sm font-normal text-muted rtl:text-end">
              {assignment.user.email}
            </bdi>
          )}
        </span>
      ),
    },
    {
      id: 'startDate',
      header: intl.formatMessage(common.startDate),
      sortable: true,
      cell: ({ startDate }) => <AcademyDay value={startDate} />,
    },
    {
      id: 'expiryDate',
      header: intl.formatMessage(common.expiryDate),
      sortable: true,
      cell: ({ expiryDate }) => <AcademyDay value={expiryDate} />,
    },
    {
      id: 'state',
      header: intl.formatMessage(messages.state),
      cell: ({ state }) => <Badge severity={SEVERITY[state]}>{intl.formatMessage(common[state])}</Badge>,
    },
    {
      id: 'actions',
      header: intl.formatMessage(messages.actions),
      sticks: true,
      cell: (assignment) => (
        <Menu
          label={intl.formatMessage(messages.actionsOf, { name: nameOf(assignment) })}
          actions={[
            {
              id: 'dates',
              label: intl.formatMessage(messages.dates),
              icon: <CalendarRange aria-hidden size={16} />,
              onAction: () => setEditing(assignment),
            },
            {
              id: 'extend',
              label: intl.formatMessage(messages.extend),
              icon: <CalendarPlus aria-hidden size={16} />,
              onAction: () => setExtending({ userIds: [assignment.clientId] }),
            },
            {
              id: 'remove',
              label: intl.formatMessage(messages.removeFrom),
              icon: <UserMinus aria-hidden size={16} />,
              danger: true,
              onAction: () => setRemoving([assignment.clientId]),
            },
          ].filter(({ id }) => removes || id !== 'remove')}
        />
      ),
    },
  ];
  const rows = query.data?.result ?? [];
  return (
    <section aria-label={label} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <ListSearch label={intl.formatMessage(common.search)} value={filter.search} onSearch={(q) => url.set({ q })} />
        <Select
          label={intl.formatMessage(messages.state)}
          value={filter.state || 'every'}
          options={[
            ['every', intl.formatMessage(messages.every)],
            ['active', intl.formatMessage(common.active)],
            ['upcoming', intl.formatMessage(common.upcoming)],
            ['expired', intl.formatMessage(common.expired)],
          ]}
          onChange={(state) => url.set({ state: state === 'every' ? '' : state })}
        />
        <Button variant="secondary" onPress={() => setExtending({})} isDisabled={rows.length === 0}>
          <CalendarPlus aria-hidden size={18} />
          {intl.formatMessage(messages.extendAll)}
        </Button>
        {removes && (
          <Button
            variant="secondary"
            loading={exporting.isPending}
            isDisabled={rows.length === 0}
            onPress={() => exporting.mutate({ ...filter, lang: intl.locale.slice(0, 2) })}
          >
            <FileSpreadsheet aria-hidden size={18} />
            {intl.formatMessage(messages.export)}
          </Button>
        )}
      </div>
      {exporting.error && <Notice severity="error">{describe(exporting.error)}</Notice>}
      <AcademyZone>
        <PagedTable
          label={label}
          empty={filter.search || filter.state ? undefined : intl.formatMessage(messages.none)}
          columns={columns}
          rows={rows}
          rowId={({ clientId }) => clientId}
          query={query}
          url={url}
          pageSizes={PAGE_SIZES}
          selected={selected}
          onSelect={setSelected}
        />
      </AcademyZone>
      <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
        <Button size="small" variant="secondary" onPress={() => setExtending({ userIds: [...selected] })}>
          {intl.formatMessage(messages.extend)}
        </Button>
        {removes && (
          <Button size="small" variant="danger" onPress={() => setRemoving([...selected])}>
            {intl.formatMessage(messages.removeFrom)}
          </Button>
        )}
      </SelectionBar>
      {editing && <ChangeDatesDialog key={editing._id} assignment={editing} onClose={() => setEditing(null)} />}
      {extending && <ExtendDialog courseId={courseId} userIds={extending.userIds} onClose={() => setExtending(null)} />}
      <ConfirmDialog
        danger
        isOpen={removing !== null}
        loading={remove.isPending}
        title={intl.formatMessage(messages.removeMany, { count: removing?.length ?? 0 })}
        text={intl.formatMessage(removing?.length === 1 ? messages.removeText : messages.removeManyText)}
        onAnswer={(accepted) => {
          if (!accepted || !removing) return closeQuestion();
          remove.mutate(removing, {
            onSuccess: () => {
              setSelected(new Set([...selected].filter((id) => !removing.includes(id))));
              closeQuestion();
            },
          });
        }}
      >
        {remove.error && (
          <div className="mt-4">
            <Notice severity="error">{describe(remove.error)}</Notice>
          </div>
        )}
      </ConfirmDialog>
    </section>
  );
}
