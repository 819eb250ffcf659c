import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { Button } from '@/components/ui/button';
import { FileDrop } from '@/components/ui/file-drop';
import { Notice } from '@/components/ui/notice';
import { ProgressBar } from '@/components/ui/progress-bar';
import { TextField } from '@/components/ui/text-field';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isolated } from '@/lib/directions';
import { useRestoredDraft, useStoreDraft } from '@/lib/stored-draft';
import { parseEmailCsv, parseEmailList, readText } from '../parse-emails';
import { isRefused, useAssignRows } from '../use-assign-rows';
import type { AssignWayProps } from './assign-by-search';
import { AssignResults } from './assign-results';

const messages = defineMessages({
  emails: { id: 'assign.emails', defaultMessage: 'E-mail addresses' },
  emailsHint: {
    id: 'assign.emails.hint',
    defaultMessage: 'One on each line, or separated by commas, semicolons or spaces. Names before them are ignored.',
  },
  csv: { id: 'assign.csv', defaultMessage: 'Rows of the CSV file' },
  csvHint: {
    id: 'assign.csv.hint',
    defaultMessage: 'One column with e-mail addresses; columns named startDate and expiryDate are used if present.',
  },
  drop: { id: 'assign.csv.drop', defaultMessage: 'Drop a CSV file here' },
  choose: { id: 'assign.csv.choose', defaultMessage: 'Choose a CSV file' },
  tooLarge: { id: 'assign.csv.tooLarge', defaultMessage: '{filename} is larger than 5 MB.' },
  count: {
    id: 'assign.emails.count',
    defaultMessage: '{count, plural, =0 {No addresses} one {# address} other {# addresses}}',
  },
  check: { id: 'assign.check', defaultMessage: 'Check first' },
  assign: { id: 'assign.submit', defaultMessage: 'Assign' },
  working: { id: 'assign.working', defaultMessage: 'Assigning' },
  checking: { id: 'assign.checking', defaultMessage: 'Checking' },
});

const MOST_BYTES = 5 * 1024 * 1024;

/** Assigns the course to pasted addresses or those of a file, and shows the outcome of each row. */
export function AssignByEmails({
  courseId,
  dates,
  ready,
  updateExisting,
  onAssigned,
  from,
}: AssignWayProps & { from: 'emails' | 'csv' }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const draftName = `course:${courseId}:${from}`;
  const [kept, forget] = useRestoredDraft<string>(draftName);
  const [text, setText] = useState(kept ?? '');
  useStoreDraft(draftName, text || null);
  const [refused, setRefused] = useState<string | null>(null);
  const rows = useMemo(() => (from === 'csv' ? parseEmailCsv(text) : parseEmailList(text)), [from, text]);
  const { run, busy, start, clear } = useAssignRows(courseId);
  const change = (next: string) => {
    setText(next);
    clear();
  };
  const startOver = () => {
    forget();
    change('');
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const large = file.size > MOST_BYTES;
    setRefused(large ? intl.formatMessage(messages.tooLarge, { filename: isolated(intl.locale, file.name) }) : null);
    if (!large) change(await readText(file));
  };
  const go = async (dryRun: boolean) => {
    const { results, error } = await start(rows, dates, updateExisting, dryRun);
    // Rows that were refused can be corrected.
    if (dryRun || error !== null || results.some(isRefused)) return;
    forget();
    onAssigned();
  };
  return (
    <div className="card flex flex-col gap-4 p-4 sm:p-6">
      {from === 'csv' && (
        <FileDrop
          label={intl.formatMessage(messages.drop)}
          choose={intl.formatMessage(messages.choose)}
          accept={['.csv', '.txt', '.tsv', 'text/csv']}
          anyFile
          hint={intl.formatMessage(messages.csvHint)}
          onFiles={(files) => void take(files[0])}
        />
      )}
      {refused && <Notice severity="error">{refused}</Notice>}
      {kept && text && <RestoredNotice onStartOver={startOver} />}
      <TextField
        ltr
        rows={8}
        label={intl.formatMessage(from === 'csv' ? messages.csv : messages.emails)}
        hint={from === 'emails' ? intl.formatMessage(messages.emailsHint) : undefined}
        value={text}
        onChange={change}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span aria-live="polite" className="me-auto text-sm text-muted">
          {intl.formatMessage(messages.count, { count: rows.length })}
        </span>
        <Button
          variant="secondary"
          loading={busy && run?.dryRun}
          isDisabled={rows.length === 0 || !ready || busy}
          onPress={() => void go(true)}
        >
          {intl.formatMessage(messages.check)}
        </Button>
        <Button
          loading={busy && !run?.dryRun}
          isDisabled={rows.length === 0 || !ready || busy}
          onPress={() => void go(false)}
        >
          {intl.formatMessage(messages.assign)}
        </Button>
      </div>
      {busy && run && run.total > run.done && (
        <ProgressBar
          label={intl.formatMessage(run.dryRun ? messages.checking : messages.working)}
          value={(run.done / run.total) * 100}
        />
      )}
      {run?.error != null && <Notice severity="error">{describe(run.error)}</Notice>}
      {run && run.results.length > 0 && <AssignResults run={run} />}
    </div>
  );
}
