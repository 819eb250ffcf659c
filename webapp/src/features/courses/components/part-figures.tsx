import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { DataTable, type TableColumn, type TableSort } from '@/components/ui/data-table';
import { IconButton } from '@/components/ui/icon-button';
import { Pagination } from '@/components/ui/pagination';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { GetCourseStatisticsPart } from '@/lib/api/schema';
import { formatClock } from '@/lib/duration';
import { useListTop } from '@/lib/use-list-top';

const messages = defineMessages({
  lesson: { id: 'statistics.lesson', defaultMessage: 'Lesson' },
  number: { id: 'statistics.number', defaultMessage: 'No.' },
  length: { id: 'courses.length', defaultMessage: 'Length' },
  viewers: { id: 'statistics.viewers', defaultMessage: 'Viewers' },
  completed: { id: 'statistics.partCompleted', defaultMessage: 'Completed' },
  mostStop: { id: 'statistics.mostStop', defaultMessage: 'Most viewers stop at' },
  chart: { id: 'statistics.chart', defaultMessage: 'Where viewers stop' },
  chartOf: { id: 'statistics.stops', defaultMessage: 'Where viewers stop: {title}' },
});

interface Row extends GetCourseStatisticsPart {
  number: number;
  /** Seconds; negative where nobody stopped. */
  mostStop: number;
}

const PAGE = 20;

function toRow(part: GetCourseStatisticsPart, index: number): Row {
  const most = Math.max(0, ...part.stopped);
  const at = part.stopped.indexOf(most);
  return { ...part, number: index + 1, mostStop: most > 0 ? (part.duration * at) / part.stopped.length : -1 };
}

const KEYS = { number: 'number', title: 'title', viewers: 'viewers', completed: 'completed' } as const;

/** All lessons with their figures, to compare and to sort; from each a way to its picture. */
export function PartFigures({
  parts,
  label,
  onChoose,
}: {
  parts: readonly GetCourseStatisticsPart[];
  label: string;
  onChoose: (partId: string) => void;
}) {
  const intl = useIntl();
  const [sort, setSort] = useState<TableSort>({ column: 'number', direction: 'ascending' });
  const [page, setPage] = useState(0);
  const top = useListTop<HTMLDivElement>(page);
  const key = KEYS[sort.column as keyof typeof KEYS] ?? 'number';
  const sign = sort.direction === 'descending' ? -1 : 1;
  const rows = parts.map(toRow).toSorted((a, b) => {
    const [left, right] = [a[key], b[key]];
    const order =
      typeof left === 'string' && typeof right === 'string'
        ? left.localeCompare(right, intl.locale)
        : Number(left) - Number(right);
    return sign * order;
  });
  const here = rows.slice(page * PAGE, (page + 1) * PAGE);
  const columns: TableColumn<Row>[] = [
    {
      id: 'number',
      header: intl.formatMessage(messages.number),
      sortable: true,
      cell: ({ number }) => intl.formatNumber(number),
    },
    {
      id: 'title',
      header: intl.formatMessage(messages.lesson),
      isRowHeader: true,
      sortable: true,
      cell: ({ title }) => <span dir="auto">{title}</span>,
    },
    {
      id: 'length',
      header: intl.formatMessage(messages.length),
      cell: ({ duration }) => (
        <bdi dir="ltr" className="whitespace-nowrap">
          {duration > 0 ? formatClock(intl, duration) : intl.formatMessage(common.nothing)}
        </bdi>
      ),
    },
    {
      id: 'viewers',
      header: intl.formatMessage(messages.viewers),
      sortable: true,
      cell: ({ viewers }) => intl.formatNumber(viewers),
    },
    {
      id: 'completed',
      header: intl.formatMessage(messages.completed),
      sortable: true,
      cell: ({ completed, viewers }) => (
        <span className="flex items-baseline gap-2">
          <bdi>{intl.formatNumber(completed)}</bdi>
          {viewers > 0 && (
            <bdi className="text-sm text-muted">{intl.formatNumber(completed / viewers, { style: 'percent' })}</bdi>
          )}
        </span>
      ),
    },
    {
      id: 'mostStop',
      header: intl.formatMessage(messages.mostStop),
      cell: ({ mostStop }) => (
        <bdi dir="ltr" className="whitespace-nowrap">
          {mostStop < 0 ? intl.formatMessage(common.nothing) : formatClock(intl, mostStop)}
        </bdi>
      ),
    },
    {
      id: 'chart',
      header: intl.formatMessage(messages.chart),
      cell: ({ partId, title }) => (
        <IconButton label={intl.formatMessage(messages.chartOf, { title })} onPress={() => onChoose(partId)}>
          <ChartColumn aria-hidden size={18} />
        </IconButton>
      ),
    },
  ];
  return (
    <>
      <DataTable
        ref={top}
        label={label}
        columns={columns}
        rows={here}
        rowId={({ partId }) => partId}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setPage(0);
        }}
      />
      {rows.length > PAGE && (
        <Pagination
          page={page}
          pageSize={PAGE}
          shown={here.length}
          total={rows.length}
          onPrevious={page > 0 ? () => setPage(page - 1) : undefined}
          onNext={(page + 1) * PAGE < rows.length ? () => setPage(page + 1) : undefined}
        />
      )}
    </>
  );
}
