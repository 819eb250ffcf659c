import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { ComboBox } from '@/components/ui/combobox';
import { DatePicker } from '@/components/ui/date-picker';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError, useDescribeError } from '@/i18n/error-messages';
import { addMonths, toDateInput } from '@/lib/dates';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';
import { assignableCoursesQueryOptions, useExtendMany } from '../api/many-learners';

const messages = defineMessages({
  title: {
    id: 'extend.many.title',
    defaultMessage: '{count, plural, one {Extend a course of # learner} other {Extend a course of # learners}}',
  },
  course: { id: 'assign.course', defaultMessage: 'Course' },
  how: { id: 'extend.how', defaultMessage: 'How' },
  byDays: { id: 'extend.byDays', defaultMessage: 'By days' },
  until: { id: 'extend.until', defaultMessage: 'Until a date' },
  days: { id: 'extend.days', defaultMessage: 'Days' },
  preview: { id: 'extend.preview', defaultMessage: 'See what changes' },
  changes: {
    id: 'extend.changes',
    defaultMessage:
      '{changed, plural, =0 {None of the chosen learners gets more time} one {# learner gets more time} other {# learners get more time}}; {unchanged, plural, =0 {nobody else has this course} one {# keeps the date} other {# keep the date}}.',
  },
  submit: { id: 'extend.submit', defaultMessage: 'Extend' },
  done: {
    id: 'extend.done',
    defaultMessage: '{count, plural, one {# assignment was extended.} other {# assignments were extended.}}',
  },
});

/** From 1 to ten years. */
const MOST_DAYS = 3650;

/** Gives the learners that were chosen in their list more time with a course; first shows how many that are. */
export function ExtendManyDialog({ clientIds, onClose }: { clientIds: readonly string[]; onClose: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const courses = useQuery(assignableCoursesQueryOptions());
  const preview = useExtendMany();
  const extend = useExtendMany();
  const [courseId, setCourseId] = useState<string | null>(null);
  const [how, setHow] = useState<'days' | 'date'>('days');
  const [days, setDays] = useState('30');
  const [expiryDate, setExpiryDate] = useState(() => toDateInput(addMonths(new Date(), 3)));
  const [checked, setChecked] = useState(false);
  const count = Number(days);
  const daysFit = how === 'date' || (Number.isInteger(count) && count >= 1 && count <= MOST_DAYS);
  const dateGiven = how === 'days' || expiryDate !== '';
  const input =
    courseId && daysFit && dateGiven
      ? { courseId, userIds: clientIds, ...(how === 'days' ? { days: count } : { expiryDate }) }
      : null;
  const missing = checked ? describeError(intl, { code: 'required', message: '' }) : undefined;
  // What was shown is no longer what would be done.
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      preview.reset();
      extend.reset();
      set(value);
    };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!input) return;
    if (!preview.data) return preview.mutate({ ...input, dryRun: true });
    extend.mutate(
      { ...input, dryRun: false },
      {
        onSuccess: (answer) => {
          onClose();
          addToast({
            severity: 'success',
            summary: intl.formatMessage(common.success),
            detail: intl.formatMessage(messages.done, { count: answer.changed }),
            life: SUCCESS_LIFE_MS,
          });
        },
      },
    );
  };
  const failure = courses.error ?? preview.error ?? extend.error;
  return (
    <Dialog
      isOpen
      title={intl.formatMessage(messages.title, { count: clientIds.length })}
      onOpenChange={(open) => !open && onClose()}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ComboBox
          isRequired
          label={intl.formatMessage(messages.course)}
          options={(courses.data ?? []).map(({ _id, title }) => ({ id: _id, name: title }))}
          loading={courses.isPending}
          value={courseId}
          onChange={changed(setCourseId)}
          error={courseId ? undefined : missing}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={intl.formatMessage(messages.how)}
            value={how}
            options={[
              ['days', intl.formatMessage(messages.byDays)],
              ['date', intl.formatMessage(messages.until)],
            ]}
            onChange={changed(setHow)}
          />
          {how === 'days' ? (
            <TextField
              isRequired
              ltr
              inputMode="numeric"
              label={intl.formatMessage(messages.days)}
              value={days}
              onChange={changed(setDays)}
              error={daysFit ? undefined : describeError(intl, { code: 'out_of_range', message: '' })}
            />
          ) : (
            <DatePicker
              isRequired
              label={intl.formatMessage(common.expiryDate)}
              value={expiryDate}
              onChange={changed(setExpiryDate)}
              error={dateGiven ? undefined : missing}
            />
          )}
        </div>
        {preview.data && <Notice>{intl.formatMessage(messages.changes, preview.data)}</Notice>}
        {failure && <Notice severity="error">{describe(failure)}</Notice>}
        <Button
          type="submit"
          className="self-end"
          loading={preview.isPending || extend.isPending}
          isDisabled={preview.data?.changed === 0}
        >
          {intl.formatMessage(preview.data ? messages.submit : messages.preview)}
        </Button>
      </form>
    </Dialog>
  );
}
