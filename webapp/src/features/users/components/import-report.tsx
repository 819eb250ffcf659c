import { useState } from 'react';
import { useIntl, type IntlShape, type MessageDescriptor } from 'react-intl';
import { useDesktop } from '@/components/layout/use-desktop';
import { DataTable, type TableColumn } from '@/components/ui/data-table';
import { Notice } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import type { ImportReport, ImportReportIssue } from '@/lib/api/schema';
import { isolated } from '@/lib/directions';
import { useListTop } from '@/lib/use-list-top';

const messages = defineMessages({
  plan: { id: 'users.import.plan', defaultMessage: 'What would happen' },
  done: { id: 'users.import.done', defaultMessage: 'What happened' },
  broken: {
    id: 'users.import.broken',
    defaultMessage: 'The import stopped after {rows, plural, one {# row} other {# rows}}. The last row below says why.',
  },
  nothing: { id: 'users.import.nothing', defaultMessage: 'Nothing in this file differs from the current data.' },
  passwords: {
    id: 'users.import.passwords',
    defaultMessage:
      'Passwords are compared only during the import. Until then, every existing learner with a password in this file counts as changed; if it is already their password, they stay unchanged.',
  },
  rows: { id: 'users.import.rows', defaultMessage: 'Rows' },
  created: { id: 'users.import.created', defaultMessage: 'New learners' },
  updated: { id: 'users.import.updated', defaultMessage: 'Changed learners' },
  unchanged: { id: 'users.import.unchanged', defaultMessage: 'Unchanged' },
  refused: { id: 'users.import.refused', defaultMessage: 'Refused' },
  assigned: { id: 'users.import.assigned', defaultMessage: 'Courses assigned' },
  datesChanged: { id: 'users.import.datesChanged', defaultMessage: 'Course dates changed' },
  coursesRefused: { id: 'users.import.coursesRefused', defaultMessage: 'Courses refused' },
  ignored: { id: 'users.import.ignored', defaultMessage: 'These columns will be ignored: {columns}' },
  ignoredDone: { id: 'users.import.ignored.done', defaultMessage: 'These columns were ignored: {columns}' },
  read: { id: 'users.import.read', defaultMessage: 'Read as {encoding}, separated by {delimiter}' },
  comma: { id: 'users.import.comma', defaultMessage: 'commas' },
  semicolon: { id: 'users.import.semicolon', defaultMessage: 'semicolons' },
  tab: { id: 'users.import.tab', defaultMessage: 'tabs' },
  issues: { id: 'users.import.issues', defaultMessage: 'Refused rows' },
  more: {
    id: 'users.import.more',
    defaultMessage: '{count, plural, one {# more is not listed.} other {# more are not listed.}}',
  },
  line: { id: 'users.import.line', defaultMessage: 'Line' },
  column: { id: 'users.import.column', defaultMessage: 'Column' },
  problem: { id: 'users.import.problem', defaultMessage: 'What is wrong' },
  course: { id: 'assign.course', defaultMessage: 'Course' },
});

const DELIMITERS: Partial<Record<string, MessageDescriptor>> = {
  ',': messages.comma,
  ';': messages.semicolon,
  '\t': messages.tab,
};
const FIELDS: Partial<Record<string, MessageDescriptor>> = {
  ...common,
  phonenumber: common.phone,
  course: messages.course,
};
const PAGE = 50;

/** What an import did or would do, and each row that it refuses with the reason. */
export function ImportReportView({ report, stopped = false }: { report: ImportReport; stopped?: boolean }) {
  const intl = useIntl();
  const { assignments, ignoredColumns, encoding, delimiter } = report;
  const changed = report.created + report.updated + assignments.assigned + assignments.datesChanged;
  const figures: readonly (readonly [MessageDescriptor, number])[] = [
    [messages.rows, report.rows],
    [messages.created, report.created],
    [messages.updated, report.updated],
    [messages.unchanged, report.unchanged],
    [messages.refused, report.refused],
    [messages.assigned, assignments.assigned],
    [messages.datesChanged, assignments.datesChanged],
    [messages.coursesRefused, assignments.refused],
  ];
  const separator = DELIMITERS[delimiter];
  return (
    <section aria-labelledby="import-report" className="flex flex-col gap-4">
      <h2 id="import-report" className="text-lg font-bold">
        {intl.formatMessage(report.dryRun ? messages.plan : messages.done)}
      </h2>
      {!report.complete && !stopped && (
        <Notice severity="error">{intl.formatMessage(messages.broken, { rows: report.rows })}</Notice>
      )}
      {report.complete && report.dryRun && changed === 0 && report.refused === 0 && (
        <Notice>{intl.formatMessage(messages.nothing)}</Notice>
      )}
      {report.dryRun && report.updated > 0 && report.columns.includes('password') && (
        <Notice>{intl.formatMessage(messages.passwords)}</Notice>
      )}
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label.id} className="card px-4 py-3">
            <dt className="text-sm text-muted">{intl.formatMessage(label)}</dt>
            <dd className="text-xl font-bold tabular-nums">{intl.formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        {intl.formatMessage(messages.read, {
          encoding: <bdi key="encoding">{encoding}</bdi>,
          delimiter: separator ? intl.formatMessage(separator) : delimiter,
        })}
      </p>
      {ignoredColumns.length > 0 && (
        <Notice severity="warn">
          {intl.formatMessage(report.dryRun ? messages.ignored : messages.ignoredDone, {
            columns: intl.formatList(ignoredColumns.map((column) => isolated(intl.locale, column))),
          })}
        </Notice>
      )}
      {report.issues.length > 0 && <Issues issues={report.issues} more={report.moreIssues} />}
    </section>
  );
}

type Row = ImportReportIssue & { key: string };

/** On a phone the reason stands beside the line, and whose row and which column it is below it: all of it is in view. */
function columnsOf(intl: IntlShape, wide: boolean): TableColumn<Row>[] {
  const nothing = intl.formatMessage(common.nothing);
  const nameOf = (field: string) => {
    const known = FIELDS[field];
    return known ? intl.formatMessage(known) : field;
  };
  return [
    {
      id: 'line',
      header: intl.formatMessage(messages.line),
      isRowHeader: true,
      narrow: true,
      cell: ({ line }) => <span className="tabular-nums">{intl.formatNumber(line)}</span>,
    },
    ...(wide
      ? [
          {
            id: 'email',
            header: intl.formatMessage(common.email),
            cell: ({ email }: Row) => (
              <bdi dir="ltr" className="inline-block max-w-72 min-w-52 text-sm rtl:text-end">
                {email || nothing}
              </bdi>
            ),
          },
          {
            id: 'field',
            header: intl.formatMessage(messages.column),
            cell: ({ field }: Row) => nameOf(field) || nothing,
          },
        ]
      : []),
    {
      id: 'problem',
      header: intl.formatMessage(messages.problem),
      cell: (issue) => (
        <>
          {describeError(intl, issue)}
          {!wide && (
            <span className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
              {issue.email && <bdi dir="ltr">{issue.email}</bdi>}
              {issue.field && <span>{nameOf(issue.field)}</span>}
            </span>
          )}
        </>
      ),
    },
  ];
}

function Issues({ issues, more }: { issues: readonly ImportReportIssue[]; more: number }) {
  const intl = useIntl();
  const wide = useDesktop();
  const [page, setPage] = useState(0);
  const top = useListTop<HTMLDivElement>(page);
  const rows = issues
    .slice(page * PAGE, (page + 1) * PAGE)
    .map((issue, index): Row => ({ ...issue, key: String(page * PAGE + index) }));
  const title = intl.formatMessage(messages.issues);
  return (
    <>
      <h3 className="font-bold">{title}</h3>
      <DataTable
        ref={top}
        label={title}
        columns={columnsOf(intl, wide)}
        rows={rows}
        rowId={({ key }) => key}
        fits={!wide}
      />
      {more > 0 && <p className="text-sm text-muted">{intl.formatMessage(messages.more, { count: more })}</p>}
      {issues.length > PAGE && (
        <Pagination
          page={page}
          pageSize={PAGE}
          shown={rows.length}
          total={issues.length}
          onPrevious={page > 0 ? () => setPage(page - 1) : undefined}
          onNext={(page + 1) * PAGE < issues.length ? () => setPage(page + 1) : undefined}
        />
      )}
    </>
  );
}
