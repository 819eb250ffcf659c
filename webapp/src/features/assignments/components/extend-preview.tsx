import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Day } from '@/components/ui/day';
import { Notice } from '@/components/ui/notice';
import { TableFrame } from '@/components/ui/table-frame';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { ExtendCourseResponse } from '@/lib/api/schema';

const messages = defineMessages({
  summary: {
    id: 'assign.preview.summary',
    defaultMessage:
      '{changed, plural, =0 {No date changes.} one {# date changes.} other {# dates change.}} {unchanged, plural, =0 {} one {# stays as it is.} other {# stay as they are.}}',
  },
  table: { id: 'assign.preview.table', defaultMessage: 'What changes' },
  learner: { id: 'assign.learner', defaultMessage: 'Learner' },
  before: { id: 'assign.preview.before', defaultMessage: 'Ends now' },
  after: { id: 'assign.preview.after', defaultMessage: 'Will end' },
  state: { id: 'assign.preview.state', defaultMessage: 'Then it is' },
  more: { id: 'assign.preview.more', defaultMessage: 'The first {shown} of {total} are shown.' },
});

const SEVERITY = { upcoming: 'info', active: 'success', expired: 'secondary' } as const;
const SHOWN = 100;

/** What an extension changes: how many, and for whom from when to when. */
export function ExtendPreview({ preview }: { preview: ExtendCourseResponse }) {
  const intl = useIntl();
  const { result, changed, unchanged } = preview;
  const rows = result.slice(0, SHOWN);
  const cell = 'px-3 py-2 text-start';
  return (
    <div className="flex flex-col gap-3">
      <Notice severity={changed === 0 ? 'warn' : 'info'}>
        {intl.formatMessage(messages.summary, { changed, unchanged })}
      </Notice>
      {rows.length > 0 && (
        <TableFrame
          label={intl.formatMessage(messages.table)}
          className="max-h-72 overflow-y-auto rounded-base border border-line text-sm"
        >
          <thead className="sticky top-0 bg-sunken">
            <tr>
              {[messages.learner, messages.before, messages.after, messages.state].map((message) => (
                <th key={message.id} scope="col" className={`${cell} font-semibold text-muted`}>
                  {intl.formatMessage(message)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.assignmentId}>
                <th scope="row" className={`${cell} font-semibold`} dir="auto">
                  {row.fullname}
                </th>
                <td className={cell}>
                  <Day value={row.expiryDate} />
                </td>
                <td className={cell}>
                  <Day value={row.newExpiryDate} />
                </td>
                <td className={cell}>
                  <Badge size="small" severity={SEVERITY[row.newState]}>
                    {intl.formatMessage(common[row.newState])}
                  </Badge>
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
