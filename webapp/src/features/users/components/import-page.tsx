import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { FileDrop } from '@/components/ui/file-drop';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { RetryNotice } from '@/components/ui/retry-notice';
import { Spinner } from '@/components/ui/spinner';
import { defineMessages } from '@/i18n/define-messages';
import { describeError, useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';
import type { ImportReport } from '@/lib/api/schema';
import { paths } from '@/lib/paths';
import { useImport } from '../use-import';
import { ImportColumns } from './import-columns';
import { ImportReportView } from './import-report';
import { BulkProgress } from './bulk-progress';

const messages = defineMessages({
  title: { id: 'users.import.title', defaultMessage: 'Import learners' },
  text: {
    id: 'users.import.text',
    defaultMessage:
      'A CSV file whose first row names the columns; the e-mail address identifies the learner. New learners are added, existing ones are changed, and importing the same file again changes nothing. You see a preview first.',
  },
  drop: { id: 'users.import.drop', defaultMessage: 'Drop the CSV file here' },
  dropHint: {
    id: 'users.import.dropHint',
    defaultMessage: 'At most 16 MB and 50,000 rows, in UTF-8 or Windows-1256, separated by commas, semicolons or tabs.',
  },
  choose: { id: 'users.import.choose', defaultMessage: 'Choose a file' },
  checking: { id: 'users.import.checking', defaultMessage: 'Checking the file …' },
  importing: { id: 'users.import.importing', defaultMessage: 'Importing the file. This may take a while …' },
  leaveTitle: { id: 'users.import.leave.title', defaultMessage: 'Stop the import?' },
  leaveText: {
    id: 'users.import.leave.text',
    defaultMessage:
      'If you leave this page, the import stops. What has been imported stays; import the same file again to do the rest.',
  },
  left: {
    id: 'users.import.left',
    defaultMessage:
      '{minutes, plural, =0 {Less than a minute left.} one {About # minute left.} other {About # minutes left.}}',
  },
  stop: { id: 'users.work.stop', defaultMessage: 'Stop' },
  stopped: {
    id: 'users.import.stopped',
    defaultMessage: 'The import was stopped. What was imported until then stays, and you can continue from there.',
  },
  proceed: { id: 'users.import.continue', defaultMessage: 'Continue' },
  run: { id: 'users.import.run', defaultMessage: 'Import' },
  other: { id: 'users.import.other', defaultMessage: 'Another file' },
  toList: { id: 'users.back', defaultMessage: 'Back to Users' },
});

/** A file of learners: checked first, then imported. */
export function ImportPage() {
  const intl = useIntl();
  const describe = useDescribeError();
  const [file, setFile] = useState<File | null>(null);
  const run = useImport();
  const { report = null, stopped = false } = run.data ?? {};
  const pending = run.isPending ? run.variables : null;
  const begin = (chosen: File) => {
    setFile(chosen);
    run.mutate({ file: chosen, step: 'check' });
  };
  const startOver = () => {
    setFile(null);
    run.reset();
  };
  const stop = () => {
    run.stop();
    if (pending?.step === 'check') startOver();
  };
  // A file that cannot be read as a whole says what is wrong with it.
  const whole = isApiError(run.error) ? run.error.fields.find(({ field }) => field === 'file') : undefined;
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page flex flex-col gap-6 py-8">
      <PageTitle>{title}</PageTitle>
      <div>
        <h1 className="text-2xl font-bold">{title}</h1>
        <p className="mt-1 max-w-prose text-sm text-muted">{intl.formatMessage(messages.text)}</p>
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
          <ImportColumns />
        </>
      )}
      {pending?.step === 'import' && (
        <LeaveGuard title={intl.formatMessage(messages.leaveTitle)} text={intl.formatMessage(messages.leaveText)} />
      )}
      {pending && run.progress ? (
        <>
          {run.progress.minutesLeft !== null && (
            <p className="text-sm text-muted">
              {intl.formatMessage(messages.left, { minutes: Math.round(run.progress.minutesLeft) })}
            </p>
          )}
          <BulkProgress label={intl.formatMessage(messages.importing)} progress={run.progress} onStop={stop} />
        </>
      ) : (
        pending && (
          <div className="card flex flex-wrap items-center gap-3 px-6 py-5">
            <p role="status" className="me-auto flex items-center gap-3">
              <Spinner />
              {intl.formatMessage(pending.step === 'check' ? messages.checking : messages.importing)}
            </p>
            <Button size="small" variant="secondary" onPress={stop}>
              {intl.formatMessage(messages.stop)}
            </Button>
          </div>
        )
      )}
      {run.error && file && (
        <RetryNotice onRetry={() => run.mutate({ file, step: run.variables.step })}>
          {whole ? describeError(intl, whole) : describe(run.error)}
        </RetryNotice>
      )}
      {stopped && !pending && file && (
        <Notice severity="warn">
          <p>{intl.formatMessage(messages.stopped)}</p>
          <Button size="small" className="mt-2" onPress={() => run.mutate({ file, step: 'import' })}>
            {intl.formatMessage(messages.proceed)}
          </Button>
        </Notice>
      )}
      {report && !pending && (
        <>
          <ImportReportView report={report} stopped={stopped} />
          <div className="flex flex-wrap justify-end gap-3">
            {report.dryRun && file ? (
              <Button isDisabled={!changesAnything(report)} onPress={() => run.mutate({ file, step: 'import' })}>
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

const changesAnything = ({ created, updated, assignments }: ImportReport) =>
  created + updated + assignments.assigned + assignments.datesChanged > 0;
