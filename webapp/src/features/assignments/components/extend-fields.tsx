import { useQuery } from '@tanstack/react-query';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { SegmentChoice } from '@/components/layout/choices';
import { Checkbox } from '@/components/ui/checkbox';
import { ComboBox } from '@/components/ui/combobox';
import { DatePicker } from '@/components/ui/date-picker';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import { coursesQueryOptions } from '@/lib/courses-query';
import type { ExtendValues } from '../extend-form';

const messages = defineMessages({
  course: { id: 'assign.course', defaultMessage: 'Course' },
  who: { id: 'assign.extend.who', defaultMessage: 'Learners' },
  all: { id: 'assign.extend.all', defaultMessage: 'All learners of the course' },
  chosen: {
    id: 'assign.extend.chosen',
    defaultMessage: '{count, plural, one {# selected learner} other {# selected learners}}',
  },
  onlyActive: { id: 'assign.extend.active', defaultMessage: 'Learners whose course is open' },
  onlyExpired: { id: 'assign.extend.expired', defaultMessage: 'Learners whose course has expired' },
  onlyUpcoming: { id: 'assign.extend.upcoming', defaultMessage: 'Learners whose course has not started' },
  how: { id: 'assign.extend.how', defaultMessage: 'How to extend' },
  byDays: { id: 'assign.extend.byDays', defaultMessage: 'By a number of days' },
  toDate: { id: 'assign.extend.toDate', defaultMessage: 'To a date' },
  days: { id: 'assign.extend.days', defaultMessage: 'Days to add' },
  daysRange: { id: 'assign.extend.daysRange', defaultMessage: 'From 1 to 3,650 days.' },
  shorten: { id: 'assign.extend.shorten', defaultMessage: 'Also shorten assignments that end later' },
});

type Form = UseFormReturn<ExtendValues>;

/** Which course, where the screen does not say. */
export function CourseField({ form }: { form: Form }) {
  const intl = useIntl();
  const courses = useQuery(coursesQueryOptions());
  return (
    <Controller
      control={form.control}
      name="courseId"
      render={({ field, fieldState }) => (
        <ComboBox
          isRequired
          label={intl.formatMessage(messages.course)}
          options={(courses.data ?? []).map(({ _id, title }) => ({ id: _id, name: title }))}
          loading={courses.isPending}
          value={field.value || null}
          onChange={(id) => field.onChange(id ?? '')}
          error={fieldState.error && describeError(intl, { code: 'required', message: '' })}
        />
      )}
    />
  );
}

export function LearnersField({ form, chosen }: { form: Form; chosen: number | undefined }) {
  const intl = useIntl();
  return (
    <Controller
      control={form.control}
      name="who"
      render={({ field }) => (
        <Select<ExtendValues['who']>
          label={intl.formatMessage(messages.who)}
          value={field.value}
          options={[
            ...(chosen === undefined
              ? []
              : [['chosen', intl.formatMessage(messages.chosen, { count: chosen })] as const]),
            ['all', intl.formatMessage(messages.all)],
            ['active', intl.formatMessage(messages.onlyActive)],
            ['expired', intl.formatMessage(messages.onlyExpired)],
            ['upcoming', intl.formatMessage(messages.onlyUpcoming)],
          ]}
          onChange={field.onChange}
        />
      )}
    />
  );
}

/** By so many days, or to a date. */
export function NewEndFields({ form }: { form: Form }) {
  const intl = useIntl();
  const how = useWatch({ control: form.control, name: 'how' });
  return (
    <>
      <Controller
        control={form.control}
        name="how"
        render={({ field }) => (
          <SegmentChoice
            label={intl.formatMessage(messages.how)}
            value={field.value}
            options={[
              ['days', intl.formatMessage(messages.byDays)],
              ['date', intl.formatMessage(messages.toDate)],
            ]}
            onChange={(next) => {
              field.onChange(next);
              // What was refused of the other way no longer counts.
              void form.trigger(['days', 'expiryDate']);
            }}
          />
        )}
      />
      {how === 'days' ? (
        <Controller
          control={form.control}
          name="days"
          render={({ field, fieldState }) => (
            <TextField
              isRequired
              inputMode="numeric"
              maxLength={4}
              label={intl.formatMessage(messages.days)}
              value={field.value}
              onChange={field.onChange}
              inputRef={field.ref}
              error={fieldState.error && intl.formatMessage(messages.daysRange)}
            />
          )}
        />
      ) : (
        <>
          <Controller
            control={form.control}
            name="expiryDate"
            render={({ field, fieldState }) => (
              <DatePicker
                isRequired
                label={intl.formatMessage(common.expiryDate)}
                value={field.value}
                onChange={field.onChange}
                error={fieldState.error && describeError(intl, { code: 'required', message: '' })}
              />
            )}
          />
          <Controller
            control={form.control}
            name="shorten"
            render={({ field }) => (
              <Checkbox isSelected={field.value} onChange={field.onChange}>
                {intl.formatMessage(messages.shorten)}
              </Checkbox>
            )}
          />
        </>
      )}
    </>
  );
}
