import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { SegmentChoice } from '@/components/layout/choices';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ComboBox } from '@/components/ui/combobox';
import { DatePicker } from '@/components/ui/date-picker';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError, useDescribeError } from '@/i18n/error-messages';
import { coursesQueryOptions } from '@/lib/courses-query';
import { addMonths, today } from '@/lib/dates';
import { foldText } from '@/lib/fold-text';
import type { AssignmentState } from '@/lib/models';
import { useExtendCourse, type ExtendInput } from '../api/extend-course';
import { ExtendPreview } from './extend-preview';

const messages = defineMessages({
  title: { id: 'assign.extend.title', defaultMessage: 'Extend the course' },
  ofMany: {
    id: 'extend.many.title',
    defaultMessage: '{count, plural, one {Extend a course of # learner} other {Extend a course of # learners}}',
  },
  course: { id: 'assign.course', defaultMessage: 'Course' },
  who: { id: 'assign.extend.who', defaultMessage: 'For whom' },
  all: { id: 'assign.extend.all', defaultMessage: 'All who have the course' },
  chosen: {
    id: 'assign.extend.chosen',
    defaultMessage: '{count, plural, one {# chosen learner} other {# chosen learners}}',
  },
  onlyActive: { id: 'assign.extend.active', defaultMessage: 'Those whose course is open' },
  onlyExpired: { id: 'assign.extend.expired', defaultMessage: 'Those whose course has expired' },
  onlyUpcoming: { id: 'assign.extend.upcoming', defaultMessage: 'Those whose course has not started' },
  how: { id: 'assign.extend.how', defaultMessage: 'How' },
  byDays: { id: 'assign.extend.byDays', defaultMessage: 'By days' },
  toDate: { id: 'assign.extend.toDate', defaultMessage: 'To a date' },
  days: { id: 'assign.extend.days', defaultMessage: 'Days more' },
  daysRange: { id: 'assign.extend.daysRange', defaultMessage: 'From 1 to 3,650 days.' },
  shorten: { id: 'assign.extend.shorten', defaultMessage: 'Also shorten for those who have the course for longer' },
  preview: { id: 'assign.extend.preview', defaultMessage: 'Show what changes' },
  apply: {
    id: 'assign.extend.apply',
    defaultMessage: 'Change {count, plural, one {# date} other {# dates}}',
  },
  done: {
    id: 'assign.extend.done',
    defaultMessage: '{count, plural, one {# date was changed.} other {# dates were changed.}}',
  },
});

type Who = 'all' | 'chosen' | AssignmentState;
const MOST_DAYS = 3650;

export interface ExtendDialogProps {
  /** Without it the dialog asks for which course. */
  courseId?: string;
  /** Chosen learners; without them all who have the course, or those of a state. */
  userIds?: readonly string[];
  onClose: () => void;
}

/** Moves the end of many assignments of a course at once; what will change is shown before it does. */
export function ExtendDialog({ courseId: given, userIds, onClose }: ExtendDialogProps) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const describe = useDescribeError();
  const courses = useQuery({ ...coursesQueryOptions(), enabled: given === undefined });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const courseId = given ?? chosenId;
  const [who, setWho] = useState<Who>(userIds ? 'chosen' : 'all');
  const [how, setHow] = useState<'days' | 'date'>('days');
  const [days, setDays] = useState('30');
  const [expiryDate, setExpiryDate] = useState(() => addMonths(today(), 1));
  const [shorten, setShorten] = useState(false);
  const [checked, setChecked] = useState(false);
  const preview = useExtendCourse();
  const extend = useExtendCourse();
  const daysNumber = /^\d+$/.test(foldText(days)) ? Number(foldText(days)) : 0;
  const daysFit = daysNumber >= 1 && daysNumber <= MOST_DAYS;
  const ready = how === 'days' ? daysFit : expiryDate !== '';
  const required = describeError(intl, { code: 'required', message: '' });

  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      // What was shown is no longer what would happen.
      preview.reset();
      extend.reset();
      set(value);
    };
  const input = (id: string, dryRun: boolean): ExtendInput => ({
    courseId: id,
    dryRun,
    ...(who === 'chosen' && userIds ? { userIds } : who !== 'all' && who !== 'chosen' ? { state: who } : {}),
    ...(how === 'days' ? { days: daysNumber } : { expiryDate, shorten }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!ready || courseId === null) return;
    if (!preview.data) return preview.mutate(input(courseId, true));
    extend.mutate(input(courseId, false), {
      onSuccess: ({ changed }) => {
        onClose();
        showSuccess(messages.done, { values: { count: changed } });
      },
    });
  };
  const error = extend.error ?? preview.error ?? courses.error;
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={
        given
          ? intl.formatMessage(messages.title)
          : intl.formatMessage(messages.ofMany, { count: userIds?.length ?? 0 })
      }
      width="max-w-2xl"
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {given === undefined ? (
          <ComboBox
            isRequired
            label={intl.formatMessage(messages.course)}
            options={(courses.data ?? []).map(({ _id, title }) => ({ id: _id, name: title }))}
            loading={courses.isPending}
            value={chosenId}
            onChange={change(setChosenId)}
            error={checked && chosenId === null ? required : undefined}
          />
        ) : (
          <Select<Who>
            label={intl.formatMessage(messages.who)}
            value={who}
            options={[
              ...(userIds ? [['chosen', intl.formatMessage(messages.chosen, { count: userIds.length })] as const] : []),
              ['all', intl.formatMessage(messages.all)],
              ['active', intl.formatMessage(messages.onlyActive)],
              ['expired', intl.formatMessage(messages.onlyExpired)],
              ['upcoming', intl.formatMessage(messages.onlyUpcoming)],
            ]}
            onChange={change(setWho)}
          />
        )}
        <SegmentChoice
          label={intl.formatMessage(messages.how)}
          value={how}
          options={[
            ['days', intl.formatMessage(messages.byDays)],
            ['date', intl.formatMessage(messages.toDate)],
          ]}
          onChange={change(setHow)}
        />
        {how === 'days' ? (
          <TextField
            isRequired
            inputMode="numeric"
            maxLength={4}
            label={intl.formatMessage(messages.days)}
            value={days}
            onChange={change(setDays)}
            error={daysFit ? undefined : intl.formatMessage(messages.daysRange)}
          />
        ) : (
          <>
            <DatePicker
              isRequired
              label={intl.formatMessage(common.expiryDate)}
              value={expiryDate}
              onChange={change(setExpiryDate)}
              error={expiryDate ? undefined : required}
            />
            <Checkbox isSelected={shorten} onChange={change(setShorten)}>
              {intl.formatMessage(messages.shorten)}
            </Checkbox>
          </>
        )}
        {preview.data && <ExtendPreview preview={preview.data} />}
        {error && <Notice severity="error">{describe(error)}</Notice>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onPress={onClose}>
            {intl.formatMessage(common.cancel)}
          </Button>
          <Button
            type="submit"
            loading={preview.isPending || extend.isPending}
            isDisabled={!ready || preview.data?.changed === 0}
          >
            {preview.data
              ? intl.formatMessage(messages.apply, { count: preview.data.changed })
              : intl.formatMessage(messages.preview)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
