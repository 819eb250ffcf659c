import { lazy, Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { SegmentChoice } from '@/components/layout/choices';
import { Checkbox } from '@/components/ui/checkbox';
import { FormSkeleton } from '@/components/ui/skeleton';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import { useRestoredDraft, useStoreDraft } from '@/lib/stored-draft';
import { useListUrl } from '@/lib/use-list-url';
import { unassignedUrl, WAYS } from '../course-learners-filter';
import { AssignBySearch } from './assign-by-search';
import { DatesFields, datesInOrder, defaultDates } from './dates-fields';

// With the CSV reader, which only these two ways need.
const AssignByEmails = lazy(async () => ({ default: (await import('./assign-by-emails')).AssignByEmails }));

const messages = defineMessages({
  more: { id: 'assign.learners.more', defaultMessage: 'Assign learners' },
  when: { id: 'assign.when', defaultMessage: 'Dates' },
  way: { id: 'assign.way', defaultMessage: 'How to choose the learners' },
  search: { id: 'assign.way.search', defaultMessage: 'By search' },
  emails: { id: 'assign.way.emails', defaultMessage: 'Pasted addresses' },
  csv: { id: 'assign.way.csv', defaultMessage: 'A CSV file' },
  update: {
    id: 'assign.updateExisting',
    defaultMessage: 'Also apply these dates to learners who already have the course',
  },
});

const BEGIN = () => ({ ...defaultDates(), updateExisting: false });
type Terms = ReturnType<typeof BEGIN>;

/** Gives a course to learners: the dates once, and three ways to say whom. */
export function CourseAssignPanel({ courseId }: { courseId: string }) {
  const intl = useIntl();
  const url = useListUrl(unassignedUrl, 'add');
  const draft = `course:${courseId}:terms`;
  const [kept, forget] = useRestoredDraft<Terms>(draft);
  /** What was never changed, or is assigned with already. */
  const [done, setDone] = useState(BEGIN);
  const [terms, setTerms] = useState(kept ?? done);
  const { startDate, expiryDate, updateExisting } = terms;
  const same = startDate === done.startDate && expiryDate === done.expiryDate && updateExisting === done.updateExisting;
  useStoreDraft(
    draft,
    useMemo(() => (same ? null : terms), [same, terms]),
  );
  const { way } = url.values;
  const dates = { startDate, expiryDate };
  const ordered = datesInOrder(dates);
  const onAssigned = () => {
    forget();
    setDone(terms);
  };
  const props = { courseId, dates, ready: ordered, updateExisting, onAssigned };
  const startOver = () => {
    forget();
    setTerms(done);
  };
  return (
    <section aria-label={intl.formatMessage(messages.more)} className="flex flex-col gap-5">
      <div className="card flex flex-col gap-4 p-4 sm:p-6">
        <h2 className="text-lg font-bold">{intl.formatMessage(messages.when)}</h2>
        {kept && !same && <RestoredNotice onStartOver={startOver} />}
        <DatesFields
          value={dates}
          onChange={(next) => setTerms({ ...terms, ...next })}
          error={ordered ? undefined : describeError(intl, { code: 'expiry_before_start', message: '' })}
        />
        <Checkbox isSelected={updateExisting} onChange={(next) => setTerms({ ...terms, updateExisting: next })}>
          {intl.formatMessage(messages.update)}
        </Checkbox>
      </div>
      <SegmentChoice
        label={intl.formatMessage(messages.way)}
        value={way}
        options={WAYS.map((known) => [known, intl.formatMessage(messages[known])] as const)}
        onChange={(next) => url.set({ way: next })}
      />
      {way === 'search' ? (
        <AssignBySearch {...props} />
      ) : (
        <Suspense fallback={<FormSkeleton fields={1} />}>
          <AssignByEmails key={way} {...props} from={way} />
        </Suspense>
      )}
    </section>
  );
}
