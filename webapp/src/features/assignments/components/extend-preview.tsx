import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { AcademyDay } from '@/components/ui/day';
import { Notice } from '@/components/ui/notice';
import { TableFrame } from '@/components/ui/table-frame';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { ExtendOutcome } from '../api/extend-course';

const messages = defineMessages({
  summary: {
    id: 'assign.preview.summary',
    defaultMessage:
      '{changed, plural, =0 {No date changes.} one {# date changes.} other {# dates change.}} {unchanged, plural, =0 {} one {# stays as it is.} other {# stay as they are.}}',
  },
  table: { id: 'assign.preview.table', defaultMessage: 'Changes' },
  learner: { id: 'assign.learner', defaultMessage: 'Learner' },
  before: { id: 'assign.preview.before', defaultMessage: 'Current expiry date' },
  after: { id: 'assign.preview.after', defaultMessage: 'New expiry date' },
  more: { id: 'assign.preview.more', defaultMessage: 'The first {shown} of {total} are shown.' },
});

const SEVERITY = { upcoming: 'info', active: 'success', expired: 'secondary' } as const;
const SHOWN = 100;

/** What an extension changes: how many, and for whom from when to when. */
export function ExtendPreview({ preview }: { preview: ExtendOutcome }) {
  const intl = useIntl();
  const { result, changed, unchanged } = preview;
  const rows = result.slice(0, SHOWN);
  const cell = 'px-2 py-2 text-start sm:px-3';
  return (
    <div className="flex flex-col gap-3">
      <Notice severity={changed === 0 ? 'warn' : 'info'}>
        {intl.formatMessage(messages.summary, { changed, unchanged })}
      </Notice>
      {rows.length > 0 && (
        <TableFrame
          narrow
          label={intl.formatMessage(messages.table)}
          className="max-h-72 overflow-y-auto rounded-base border border-line text-sm"
        >
          <thead className="sticky top-0 bg-sunken">
            <tr>
              {[messages.learner, messages.before, messages.after].map((message) => (
                <th key={message.id} scope="col" className={`${cell} font-semibold text-muted`}>
                  {intl.formatMessage(message)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.assignmentId}>
                <th scope="row" className={`${cell} font-semibold`}>
                  <bdi>{row.fullname}</bdi>
                </th>
                <td className={cell}>
                  <AcademyDay value={row.expiryDate} />
                </td>
                <td className={cell}>
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <AcademyDay value={row.newExpiryDate} />
                    <Badge size="small" severity={SEVERITY[row.newState]}>
                      {intl.formatMessage(common[row.newState])}
                    </Badge>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
      {changed > rows.length && (
        <p className="text-sm text-muted">
          {intl.formatMessage(messages.more, {
            shown: intl.formatNumber(rows.length),
            total: intl.formatNumber(changed),
          })}
        </p>
      )}
    </div>
  );
}
