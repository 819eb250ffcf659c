import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { Button } from '@/components/ui/button';
import type { TableColumn } from '@/components/ui/data-table';
import { ListSearch } from '@/components/ui/list-search';
import { Notice } from '@/components/ui/notice';
import { PagedTable } from '@/components/ui/paged-list';
import { SelectionBar } from '@/components/ui/selection-bar';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { CALL_LIMIT } from '@/lib/call-chunks';
import type { Learner } from '@/lib/models';
import { useRestoredDraft, useStoreDraft } from '@/lib/stored-draft';
import { useListUrl } from '@/lib/use-list-url';
import type { Dates } from '../api/assignments';
import { courseLearnersPageQueryOptions, useBulkAssign } from '../api/course-learners';
import { PAGE_SIZES, unassignedFilterOf, unassignedUrl } from '../course-learners-filter';

const messages = defineMessages({
  legend: { id: 'assign.learners.legend', defaultMessage: 'Learners without this course' },
  everyone: { id: 'assign.learners.everyone', defaultMessage: 'There is no other learner to assign the course to.' },
  learner: { id: 'assign.learner', defaultMessage: 'Learner' },
  assign: { id: 'assign.submit', defaultMessage: 'Assign' },
  done: {
    id: 'assign.done',
    defaultMessage:
      '{count, plural, one {The course was assigned to # learner.} other {The course was assigned to # learners.}}',
  },
  tooMany: { id: 'assign.extend.tooMany', defaultMessage: 'At most 1,000 learners can be selected at once.' },
});

export interface AssignWayProps {
  courseId: string;
  dates: Dates;
  /** Whether the dates can be sent. */
  ready: boolean;
  updateExisting: boolean;
  onAssigned: () => void;
}

/** Finds learners without the course by search, selects them across pages, and assigns it to all of them. */
export function AssignBySearch({ courseId, dates, ready, updateExisting, onAssigned }: AssignWayProps) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const describe = useDescribeError();
  const url = useListUrl(unassignedUrl, 'add');
  const filter = unassignedFilterOf(url.values);
  const query = useQuery(courseLearnersPageQueryOptions(courseId, filter));
  const draft = `course:${courseId}:search`;
  const [kept, forget] = useRestoredDraft<string[]>(draft);
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(kept));
  useStoreDraft(
    draft,
    useMemo(() => (selected.size === 0 ? null : [...selected]), [selected]),
  );
  const clear = () => {
    forget();
    setSelected(new Set());
  };
  const assign = useBulkAssign(courseId);
  const label = intl.formatMessage(messages.legend);
  const columns: TableColumn<Learner>[] = [
    {
      id: 'fullname',
      header: intl.formatMessage(messages.learner),
      isRowHeader: true,
      sortable: true,
      cell: ({ fullname }) => <span dir="auto">{fullname}</span>,
    },
    {
      id: 'email',
      header: intl.formatMessage(common.email),
      sortable: true,
      cell: ({ email }) => <bdi dir="ltr">{email}</bdi>,
    },
  ];
  const submit = () =>
    assign.mutate(
      { userIds: [...selected], ...dates, updateExisting, dryRun: false },
      {
        onSuccess: ({ counts }) => {
          clear();
          onAssigned();
          showSuccess(messages.done, { values: { count: counts.assigned } });
        },
      },
    );
  const tooMany = selected.size > CALL_LIMIT;
  return (
    <div className="flex flex-col gap-4">
      {kept && selected.size > 0 && <RestoredNotice onStartOver={clear} />}
      <ListSearch label={intl.formatMessage(common.search)} value={filter.search} onSearch={(q) => url.set({ q })} />
      <PagedTable
        label={label}
        empty={filter.search ? undefined : intl.formatMessage(messages.everyone)}
        columns={columns}
        rows={query.data?.users ?? []}
        rowId={({ _id }) => _id}
        query={query}
        url={url}
        pageSizes={PAGE_SIZES}
        selected={selected}
        onSelect={setSelected}
      />
      {tooMany && <Notice severity="error">{intl.formatMessage(messages.tooMany)}</Notice>}
      {assign.error && <Notice severity="error">{describe(assign.error)}</Notice>}
      <SelectionBar count={selected.size} onClear={clear}>
        <Button size="small" loading={assign.isPending} isDisabled={!ready || tooMany} onPress={submit}>
          {intl.formatMessage(messages.assign)}
        </Button>
      </SelectionBar>
    </div>
  );
}
