import { zodResolver } from '@hookform/resolvers/zod';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { FormTextField } from '@/components/ui/form-fields';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { Moment } from '@/components/ui/moment';
import { PageTitle } from '@/components/ui/page-title';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { optionalText } from '@/lib/validation';
import { bankQueryOptions, useUpdateBank, type BankInput } from '../api/bank';

const messages = defineMessages({
  title: { id: 'bank.title', defaultMessage: 'Bank info' },
  text: {
    id: 'bank.text',
    defaultMessage:
      'The account for refunds from the academy. Only you and the academy’s managers can see this; leave everything empty to delete it.',
  },
  holder: { id: 'bank.holder', defaultMessage: 'Account holder' },
  name: { id: 'bank.name', defaultMessage: 'Bank' },
  iban: { id: 'bank.iban', defaultMessage: 'IBAN' },
  updated: { id: 'bank.updated', defaultMessage: 'Last changed {at}' },
  leave: { id: 'bank.leave.title', defaultMessage: 'Leave without saving?' },
  leaveText: {
    id: 'bank.leave.text',
    defaultMessage: 'What you changed in your bank info is not saved. If you leave this page, it is lost.',
  },
});

const schema = z.object({ accountHolder: optionalText(), bankName: optionalText(), iban: optionalText() });

/** In groups of four, as it is printed. */
const grouped = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

const shown = ({ accountHolder, bankName, iban }: BankInput): BankInput => ({
  accountHolder,
  bankName,
  iban: grouped(iban),
});

/** Where the academy pays a learner money back to. No draft is kept of it in the browser. */
export function BankForm() {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const { data } = useSuspenseQuery(bankQueryOptions());
  const form = useForm({ resolver: zodResolver(schema), defaultValues: shown(data) });
  const update = useUpdateBank();
  const errors = useServerErrors(form);
  const title = intl.formatMessage(messages.title);
  const submit = form.handleSubmit(async (values) => {
    const saved = await errors.run(async () => form.reset(shown((await update.mutateAsync(values)).result)));
    if (!saved) return;
    showSuccess(common.updated);
  });
  return (
    <div>
      <PageTitle>{title}</PageTitle>
      <h1 className="mb-2 text-2xl font-bold">{title}</h1>
      <p className="mb-6 text-muted">{intl.formatMessage(messages.text)}</p>
      <FormFrame
        button="start"
        className="card p-6"
        onSubmit={submit}
        label={intl.formatMessage(common.save)}
        busy={form.formState.isSubmitting}
        problem={errors.problem}
      >
        {form.formState.isDirty && (
          <LeaveGuard title={intl.formatMessage(messages.leave)} text={intl.formatMessage(messages.leaveText)} />
        )}
        <FormTextField
          control={form.control}
          name="accountHolder"
          autoComplete="off"
          label={intl.formatMessage(messages.holder)}
        />
        <FormTextField
          control={form.control}
          name="bankName"
          autoComplete="off"
          label={intl.formatMessage(messages.name)}
        />
        <FormTextField
          control={form.control}
          name="iban"
          ltr
          autoComplete="off"
          label={intl.formatMessage(messages.iban)}
        />
        {data.updatedAt && (
          <p className="text-sm text-muted">
            {intl.formatMessage(messages.updated, { at: <Moment key="at" value={data.updatedAt} /> })}
          </p>
        )}
      </FormFrame>
    </div>
  );
}
