import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { mergeFields } from '@/components/conflict/merge-fields';
import { useGuardedSave } from '@/components/conflict/use-guarded-save';
import { Button } from '@/components/ui/button';
import { Day } from '@/components/ui/day';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError, useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';
import { dayOf } from '@/lib/dates';
import type { Assignment } from '@/lib/models';
import { useUpdateDates } from '../api/assignments';
import type { Dates } from '../api/assignments';
import { DatesFields, datesInOrder } from './dates-fields';

const messages = defineMessages({ title: { id: 'assign.dates', defaultMessage: 'Change dates' } });

const daysOf = ({ startDate, expiryDate }: Dates): Dates => ({
  startDate: dayOf(startDate),
  expiryDate: dayOf(expiryDate),
});
const show = (day: string) => <Day value={day} timeZone="UTC" />;

export function ChangeDatesDialog({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const [stored, setStored] = useState(assignment);
  const [dates, setDates] = useState(() => daysOf(assignment));
  const update = useUpdateDates();
  const ordered = datesInOrder(dates);
  // The newest that is known while a save is under way.
  let newest = stored;
  const guarded = useGuardedSave<Dates, Assignment>({
    read: (now) => {
      newest = now;
      return daysOf(now);
    },
    merge: (base, mine, theirs) =>
      mergeFields(base, mine, theirs, {
        startDate: { label: intl.formatMessage(common.startDate), show },
        expiryDate: { label: intl.formatMessage(common.expiryDate), show },
      }),
    send: (days, revision) => {
      // A date that stays keeps its moment, which need not be a day's edge: others set it by the API.
      const momentOf = (name: keyof Dates) => (days[name] === dayOf(newest[name]) ? newest[name] : days[name]);
      const moments = { startDate: momentOf('startDate'), expiryDate: momentOf('expiryDate') };
      return update.mutateAsync({ assignmentId: assignment._id, ...moments, revision });
    },
  });
  const save = async () => {
    try {
      const { outcome, values } = await guarded.save({ revision: stored.revision, values: daysOf(stored) }, dates);
      if (outcome === 'saved') return onClose();
      if (outcome === 'back') return;
      setStored(newest);
      setDates(values);
    } catch {
      // Shown from the mutation.
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ordered) void save();
  };
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={intl.formatMessage(messages.title)}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
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
