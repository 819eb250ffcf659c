import { useMemo, useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { mergeFields } from '@/components/conflict/merge-fields';
import { useGuardedSave, type Seen } from '@/components/conflict/use-guarded-save';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { Button } from '@/components/ui/button';
import { AcademyDay } from '@/components/ui/day';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError, useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';
import { dayOf, isDay } from '@/lib/dates';
import type { Assignment } from '@/lib/models';
import { useRestoredDraft, useSeen, useStoreDraft, useStoreSeen } from '@/lib/stored-draft';
import { useUpdateDates } from '../api/assignments';
import type { Dates } from '../api/assignments';
import { DatesFields, datesInOrder } from './dates-fields';

const messages = defineMessages({ title: { id: 'assign.dates', defaultMessage: 'Change dates' } });

const toDay = (date: string) => (isDay(date) ? date : dayOf(date));
const daysOf = ({ startDate, expiryDate }: Dates): Dates => ({
  startDate: toDay(startDate),
  expiryDate: toDay(expiryDate),
});
const show = (date: string) => <AcademyDay value={toDay(date)} />;

export function ChangeDatesDialog({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const showSuccess = useSuccessToast();
  const draft = `assignment:${assignment._id}:dates`;
  const { revision, startDate, expiryDate } = assignment;
  const present: Seen<Dates> = { revision, values: { startDate, expiryDate } };
  const [seen, setSeen] = useSeen(draft, present);
  const [kept, forget] = useRestoredDraft<Dates>(draft);
  const [dates, setDates] = useState(kept ?? daysOf(seen.values));
  const before = daysOf(seen.values);
  const same = dates.startDate === before.startDate && dates.expiryDate === before.expiryDate;
  useStoreDraft(
    draft,
    useMemo(() => (same ? null : dates), [same, dates]),
  );
  useStoreSeen(draft, seen, !same);
  const update = useUpdateDates();
  const ordered = datesInOrder(dates);
  // A date that stays keeps its moment, which need not be a day's edge: others set it by the API.
  const withMomentsOf = (stored: Dates, { startDate, expiryDate }: Dates): Dates => ({
    startDate: startDate === dayOf(stored.startDate) ? stored.startDate : startDate,
    expiryDate: expiryDate === dayOf(stored.expiryDate) ? stored.expiryDate : expiryDate,
  });
  const guarded = useGuardedSave<Dates, Assignment>({
    read: ({ startDate, expiryDate }) => ({ startDate, expiryDate }),
    merge: (base, mine, theirs) =>
      mergeFields(base, withMomentsOf(theirs, mine), theirs, {
        startDate: { label: intl.formatMessage(common.startDate), show },
        expiryDate: { label: intl.formatMessage(common.expiryDate), show },
      }),
    send: ({ startDate, expiryDate }, revision) =>
      update.mutateAsync({ assignmentId: assignment._id, startDate, expiryDate, revision }),
  });
  const save = async () => {
    try {
      const { outcome, values, seen: now } = await guarded.save(seen, withMomentsOf(seen.values, dates));
      if (outcome === 'saved') {
        forget();
        onClose();
        return showSuccess(common.updated);
      }
      if (outcome === 'back') return;
      setSeen(now);
      setDates(daysOf(values));
    } catch {
      // Shown from the mutation.
    }
  };
  const startOver = () => {
    forget();
    setSeen(present);
    setDates(daysOf(assignment));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ordered) void save();
  };
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={intl.formatMessage(messages.title)}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {kept && !same && <RestoredNotice onStartOver={startOver} />}
        <DatesFields
          value={dates}
          onChange={setDates}
          error={ordered ? undefined : describeError(intl, { code: 'expiry_before_start', message: '' })}
        />
        {guarded.dialog}
        {update.error && !isApiError(update.error, 'changed_meanwhile') && (
          <Notice severity="error">{describe(update.error)}</Notice>
        )}
        <Button type="submit" loading={update.isPending} className="self-end">
          {intl.formatMessage(common.save)}
        </Button>
      </form>
    </Dialog>
  );
}
