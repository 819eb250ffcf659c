import { useState } from 'react';
import { useIntl } from 'react-intl';
import { SegmentChoice } from '@/components/layout/choices';
import { AcademyZone } from '@/components/ui/academy-zone';
import { Badge, type BadgeSeverity } from '@/components/ui/badge';
import { AcademyDay } from '@/components/ui/day';
import { Notice } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { TableFrame } from '@/components/ui/table-frame';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useListTop } from '@/lib/use-list-top';
import { isDay } from '../parse-emails';
import { isRefused, type AssignRun, type RowResult } from '../use-assign-rows';

const messages = defineMessages({
  table: { id: 'assign.results', defaultMessage: 'Result for each row' },
  dryRun: { id: 'assign.results.dryRun', defaultMessage: 'Nothing has changed yet. This would happen:' },
  summary: {
    id: 'assign.results.summary',
    defaultMessage: 'Assigned: {assigned} · dates changed: {dates} · already had it: {already} · refused: {refused}',
  },
  line: { id: 'assign.results.line', defaultMessage: 'Line' },
  given: { id: 'assign.results.given', defaultMessage: 'As entered' },
  learner: { id: 'assign.learner', defaultMessage: 'Learner' },
  status: { id: 'assign.results.status', defaultMessage: 'Result' },
  show: { id: 'assign.results.show', defaultMessage: 'Rows' },
  every: { id: 'assign.results.all', defaultMessage: 'All ({count})' },
  problems: { id: 'assign.results.problems', defaultMessage: 'Refused ({count})' },
  assigned: { id: 'assign.row.assigned', defaultMessage: 'Assigned' },
  dates_changed: { id: 'assign.row.dates', defaultMessage: 'Dates changed' },
  already_assigned: { id: 'assign.row.already', defaultMessage: 'Already has the course' },
  unknown: { id: 'assign.row.unknown', defaultMessage: 'No learner has this address' },
  invalid: { id: 'assign.row.invalid', defaultMessage: 'Not an e-mail address' },
  repeated: { id: 'assign.row.repeated', defaultMessage: 'Already listed above' },
  date_unreadable: { id: 'assign.row.dateUnreadable', defaultMessage: 'Date not understood. Write it like 2026-12-31' },
  dates_reversed: { id: 'assign.row.datesReversed', defaultMessage: 'The expiry date is before the start date' },
});

type Status = RowResult['status'];
const SEVERITY: Record<Status, BadgeSeverity> = {
  assigned: 'success',
  dates_changed: 'success',
  already_assigned: 'info',
  unknown: 'danger',
  invalid: 'danger',
  repeated: 'warn',
  date_unreadable: 'danger',
  dates_reversed: 'danger',
};
/** The rows whose dates matter: they are given, or are why the row is refused. */
const DATED: readonly Status[] = ['assigned', 'dates_changed', 'date_unreadable', 'dates_reversed'];
const PAGE = 50;

/** What became, or would become, of each row. */
export function AssignResults({ run }: { run: AssignRun }) {
  const intl = useIntl();
  const [shown, setShown] = useState<'every' | 'problems'>('every');
  const [page, setPage] = useState(0);
  const top = useListTop<HTMLDivElement>(page);
  const refused = run.results.filter(isRefused);
  const rows = shown === 'problems' ? refused : run.results;
  const here = rows.slice(page * PAGE, (page + 1) * PAGE);
  const count = (status: Status) => intl.formatNumber(run.results.filter((row) => row.status === status).length);
  const cell = 'px-3 py-2 text-start';
  return (
    <div className="flex flex-col gap-3">
      <Notice severity={run.dryRun ? 'info' : refused.length > 0 ? 'warn' : 'success'}>
        {run.dryRun && <p className="font-semibold">{intl.formatMessage(messages.dryRun)}</p>}
        <p>
          {intl.formatMessage(messages.summary, {
            assigned: count('assigned'),
            dates: count('dates_changed'),
            already: count('already_assigned'),
            refused: intl.formatNumber(refused.length),
          })}
        </p>
      </Notice>
      {refused.length > 0 && refused.length < run.results.length && (
        <SegmentChoice
          label={intl.formatMessage(messages.show)}
          value={shown}
          options={[
            ['every', intl.formatMessage(messages.every, { count: intl.formatNumber(run.results.length) })],
            ['problems', intl.formatMessage(messages.problems, { count: intl.formatNumber(refused.length) })],
          ]}
          onChange={(next) => {
            setShown(next);
            setPage(0);
          }}
        />
      )}
      <AcademyZone>
        <TableFrame
          ref={top}
          label={intl.formatMessage(messages.table)}
          className="rounded-base border border-line text-sm"
        >
          <thead className="bg-sunken">
            <tr>
              {[
                messages.line,
                messages.given,
                messages.learner,
                common.startDate,
                common.expiryDate,
                messages.status,
              ].map((message) => (
                <th key={message.id} scope="col" className={`${cell} font-semibold text-muted`}>
                  {intl.formatMessage(message)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {here.map((row, index) => (
              <tr key={page * PAGE + index}>
                <td className={`${cell} text-muted tabular-nums`}>{intl.formatNumber(row.line)}</td>
                <th scope="row" className={`${cell} font-normal`}>
                  <bdi>{row.given}</bdi>
                </th>
                <td className={cell}>
                  <bdi>{row.fullname ?? intl.formatMessage(common.nothing)}</bdi>
                </td>
                {([row.startDate, row.expiryDate] as const).map((date, which) => (
                  <td key={which} className={cell}>
                    {!DATED.includes(row.status) ? (
                      intl.formatMessage(common.nothing)
                    ) : isDay(date) ? (
                      <AcademyDay value={date} />
                    ) : (
                      <bdi>{date}</bdi>
                    )}
                  </td>
                ))}
                <td className={cell}>
                  <Badge size="small" severity={SEVERITY[row.status]}>
                    {intl.formatMessage(messages[row.status])}
                  </Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      </AcademyZone>
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
    </div>
  );
}
