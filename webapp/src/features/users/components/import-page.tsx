import { Download } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { FileDrop } from '@/components/ui/file-drop';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { Spinner } from '@/components/ui/spinner';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError, useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';
import { paths } from '@/lib/paths';
import { saveFile, useImportUsers } from '../api/transfer';
import { ImportReportView } from './import-report';

const messages = defineMessages({
  title: { id: 'users.import.title', defaultMessage: 'Import users' },
  text: {
    id: 'users.import.text',
    defaultMessage:
      'A CSV file whose first line names the columns; the e-mail address tells who is meant. Who is not there yet is made, what differs is changed, and importing the same file again changes nothing. First you see what would happen.',
  },
  columns: { id: 'users.import.columns', defaultMessage: 'Columns' },
  needed: { id: 'users.import.needed', defaultMessage: 'needed' },
  newOnly: { id: 'users.import.newOnly', defaultMessage: 'needed for new users' },
  course: { id: 'users.import.course', defaultMessage: 'titles of courses, several separated by {mark}' },
  password: {
    id: 'users.import.password',
    defaultMessage: 'may be left empty: the user sets one by “forgotten password”',
  },
  date: { id: 'users.import.date', defaultMessage: 'as {example}' },
  template: { id: 'users.import.template', defaultMessage: 'An empty file to begin with' },
  drop: { id: 'users.import.drop', defaultMessage: 'Put the CSV file here' },
  dropHint: {
    id: 'users.import.dropHint',
    defaultMessage: 'At most 16 MB and 50,000 rows, in UTF-8 or Windows-1256, separated by commas, semicolons or tabs.',
  },
  choose: { id: 'users.import.choose', defaultMessage: 'Choose a file' },
  checking: { id: 'users.import.checking', defaultMessage: 'The file is being checked …' },
  importing: { id: 'users.import.importing', defaultMessage: 'The file is being imported. This takes a while …' },
  run: { id: 'users.import.run', defaultMessage: 'Import' },
  again: { id: 'errorPage.again', defaultMessage: 'Try again' },
  other: { id: 'users.import.other', defaultMessage: 'Another file' },
  toList: { id: 'users.back', defaultMessage: 'To the list of users' },
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

/** A file of learners: checked first, then imported. */
export function ImportPage() {
  const intl = useIntl();
  const describe = useDescribeError();
  const [file, setFile] = useState<File | null>(null);
  const run = useImportUsers();
  const report = run.data;
  const pending = run.isPending ? run.variables : null;
  const begin = (chosen: File) => {
    setFile(chosen);
    run.mutate({ file: chosen, dryRun: true });
  };
  const startOver = () => {
    setFile(null);
    run.reset();
  };
  // A file that cannot be read as a whole says what is wrong with it.
  const whole = isApiError(run.error) ? run.error.fields.find(({ field }) => field === 'file') : undefined;
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page flex flex-col gap-6 py-8">
      <PageTitle>{title}</PageTitle>
      <div>
        <h1 className="text-2xl font-bold">{title}</h1>
        <p className="max-w-prose text-muted">{intl.formatMessage(messages.text)}</p>
      </div>
      {file ? (
        <p className="flex flex-wrap items-center gap-3">
          <bdi className="font-semibold">{file.name}</bdi>
          <Button size="small" variant="secondary" isDisabled={run.isPending} onPress={startOver}>
            {intl.formatMessage(messages.other)}
          </Button>
        </p>
      ) : (
        <>
          <FileDrop
            label={intl.formatMessage(messages.drop)}
            choose={intl.formatMessage(messages.choose)}
            hint={intl.formatMessage(messages.dropHint)}
            accept={['.csv', '.txt', '.tsv', 'text/csv']}
            onFiles={([chosen]) => chosen && begin(chosen)}
          />
          <Columns />
        </>
      )}
      {pending && (
        <p role="status" className="card flex items-center gap-3 px-6 py-5">
          <Spinner />
          {intl.formatMessage(pending.dryRun ? messages.checking : messages.importing)}
        </p>
      )}
      {run.error && (
        <Notice severity="error">
          <p>{whole ? describeError(intl, whole) : describe(run.error)}</p>
          {file && (
            <Button
              size="small"
              variant="secondary"
              className="mt-2"
              onPress={() => run.mutate({ file, dryRun: run.variables.dryRun })}
            >
              {intl.formatMessage(messages.again)}
            </Button>
          )}
        </Notice>
      )}
      {report && !pending && (
        <>
          <ImportReportView report={report} />
          <div className="flex flex-wrap justify-end gap-3">
            {report.dryRun && file ? (
              <Button isDisabled={!changesAnything(report)} onPress={() => run.mutate({ file, dryRun: false })}>
                {intl.formatMessage(messages.run)}
              </Button>
            ) : (
              <LinkButton to={paths.admin.users}>{intl.formatMessage(messages.toList)}</LinkButton>
            )}
          </div>
        </>
      )}
    </div>
  );
}

const changesAnything = ({ created, updated, assignments }: NonNullable<ReturnType<typeof useImportUsers>['data']>) =>
  created + updated + assignments.assigned + assignments.datesChanged > 0;

function Columns() {
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
