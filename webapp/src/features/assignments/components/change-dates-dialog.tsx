import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError, useDescribeError } from '@/i18n/error-messages';
import { dayOf } from '@/lib/dates';
import type { Assignment } from '@/lib/models';
import { useUpdateDates } from '../api/assignments';
import { DatesFields, datesInOrder } from './dates-fields';

const messages = defineMessages({ title: { id: 'assign.dates', defaultMessage: 'Change dates' } });

export function ChangeDatesDialog({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const [dates, setDates] = useState({
    startDate: dayOf(assignment.startDate),
    expiryDate: dayOf(assignment.expiryDate),
  });
  const [given] = useState(dates);
  // A date that stays keeps its moment, which need not be a day's edge: others set it by the API.
  const momentOf = (name: keyof typeof dates) => (dates[name] === given[name] ? assignment[name] : dates[name]);
  const update = useUpdateDates();
  const ordered = datesInOrder(dates);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ordered)
      update.mutate(
        { assignmentId: assignment._id, startDate: momentOf('startDate'), expiryDate: momentOf('expiryDate') },
        { onSuccess: onClose },
      );
  };
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={intl.formatMessage(messages.title)}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <DatesFields
          value={dates}
          onChange={setDates}
          error={ordered ? undefined : describeError(intl, { code: 'expiry_before_start', message: '' })}
        />
        {update.error && <Notice severity="error">{describe(update.error)}</Notice>}
        <Button type="submit" loading={update.isPending} className="self-end">
          {intl.formatMessage(common.save)}
        </Button>
      </form>
    </Dialog>
  );
}
