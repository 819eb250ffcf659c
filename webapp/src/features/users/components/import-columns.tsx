import { Download } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { saveFile } from '@/lib/save-file';

const messages = defineMessages({
  columns: { id: 'users.import.columns', defaultMessage: 'Columns' },
  needed: { id: 'users.import.needed', defaultMessage: 'required' },
  newOnly: { id: 'users.import.newOnly', defaultMessage: 'required for new learners' },
  course: { id: 'users.import.course', defaultMessage: 'course titles, separated by {mark} if there are several' },
  password: {
    id: 'users.import.password',
    defaultMessage: 'may be left empty: the learner sets one with “Forgot your password?”',
  },
  date: { id: 'users.import.date', defaultMessage: 'such as {example}' },
  template: { id: 'users.import.template', defaultMessage: 'Download an empty file' },
});

const COLUMNS = [
  ['email', common.email, messages.needed],
  ['fullname', common.fullname, messages.newOnly],
  ['phonenumber', common.phone, null],
  ['address', common.address, null],
  ['password', common.password, messages.password],
  ['course', { id: 'assign.course', defaultMessage: 'Course' }, messages.course],
  ['startDate', common.startDate, messages.date],
  ['expiryDate', common.expiryDate, messages.date],
] as const;

const DATE = '2026-12-31';
const MARK = '|';
const EXAMPLES = {
  example: (
    <bdi key="example" dir="ltr">
      {DATE}
    </bdi>
  ),
  mark: <bdi key="mark">{MARK}</bdi>,
};

/** What a file may say, and an empty one to fill. */
export function ImportColumns() {
  const intl = useIntl();
  const download = () =>
    // With a byte order mark, by which spreadsheets know UTF-8.
    saveFile(new Blob([`\uFEFF${COLUMNS.map(([id]) => id).join(',')}\r\n`], { type: 'text/csv' }), 'users.csv');
  return (
    <section aria-labelledby="import-columns" className="card p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="import-columns" className="text-lg font-bold">
          {intl.formatMessage(messages.columns)}
        </h2>
        <Button size="small" variant="secondary" onPress={download}>
          <Download aria-hidden size={16} />
          {intl.formatMessage(messages.template)}
        </Button>
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {COLUMNS.map(([id, name, hint]) => (
          <div key={id} className="flex flex-col">
            <dt className="flex flex-wrap items-baseline gap-2">
              <code className="rounded bg-sunken px-1.5 text-sm font-semibold">{id}</code>
              <span className="text-sm">{intl.formatMessage(name)}</span>
            </dt>
            <dd className="text-sm text-muted">{hint && intl.formatMessage(hint, EXAMPLES)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
