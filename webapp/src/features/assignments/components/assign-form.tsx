import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { Label } from 'react-aria-components/Label';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import { foldText } from '@/lib/fold-text';
import { useRestoredDraft, useStoreDraft } from '@/lib/stored-draft';
import type { Dates } from '../api/assignments';
import { DatesFields, datesInOrder, defaultDates } from './dates-fields';

const messages = defineMessages({
  assign: { id: 'assign.submit', defaultMessage: 'Assign' },
  none: { id: 'assign.none', defaultMessage: 'Choose at least one.' },
  left: { id: 'assign.left', defaultMessage: 'Search to see {count, plural, one {# more} other {# more}}.' },
});

interface Choice {
  id: string;
  label: string;
  note?: string;
}

export interface AssignFormProps {
  /** The name of what is stored until it is assigned. */
  draft: string;
  legend: string;
  choices: readonly Choice[];
  onAssign: (ids: string[], dates: Dates, updateExisting: boolean) => Promise<unknown>;
  /** Asks whether the dates are also those of whom it is assigned to already. */
  existing?: string;
}

const schema = z.object({
  chosen: z.array(z.string()).check(z.minLength(1, 'required')),
  dates: z
    .object({ startDate: z.string(), expiryDate: z.string() })
    .check(z.refine(datesInOrder, 'expiry_before_start')),
  updateExisting: z.boolean(),
});
type AssignValues = z.infer<typeof schema>;

const textOf = ({ chosen, dates: { startDate, expiryDate }, updateExisting }: AssignValues) =>
  JSON.stringify({ chosen, dates: { startDate, expiryDate }, updateExisting });

/** Rows drawn at once of what may be thousands; the search finds the rest. */
const SHOWN = 60;

/** Chooses what to assign, and from when to when. */
export function AssignForm({ draft, legend, choices, onAssign, existing }: AssignFormProps) {
  const intl = useIntl();
  const [kept, forget] = useRestoredDraft<AssignValues>(draft);
  const [empty] = useState<AssignValues>(() => ({ chosen: [], dates: defaultDates(), updateExisting: false }));
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onChange',
    // What was chosen may be assigned or gone by now.
    defaultValues: kept
      ? { ...kept, chosen: kept.chosen.filter((id) => choices.some((choice) => choice.id === id)) }
      : empty,
  });
  /** What is assigned already, or was never changed. */
  const [done, setDone] = useState(() => textOf(empty));
  const typed = useWatch({ control: form.control, compute: textOf });
  useStoreDraft(
    draft,
    useMemo(() => (typed === done ? null : (JSON.parse(typed) as AssignValues)), [typed, done]),
  );
  const errors = useServerErrors(form);
  const chosen = useWatch({ control: form.control, name: 'chosen' });
  const [search, setSearch] = useState('');
  const indexed = useMemo(
    () => choices.map((choice) => ({ choice, text: foldText(`${choice.label} ${choice.note ?? ''}`) })),
    [choices],
  );
  const wanted = foldText(search);
  const found = indexed.filter(({ choice, text }) => text.includes(wanted) || chosen.includes(choice.id));
  const submit = form.handleSubmit(async (values) => {
    if (!(await errors.run(() => onAssign(values.chosen, values.dates, values.updateExisting)))) return;
    forget();
    setDone(textOf({ ...values, chosen: [] }));
    form.setValue('chosen', []);
  });
  const startOver = () => {
    forget();
    form.reset(empty);
  };
  const problem = form.formState.errors.chosen ? intl.formatMessage(messages.none) : errors.problem;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {kept && typed !== done && <RestoredNotice onStartOver={startOver} />}
      {choices.length > 8 && (
        <TextField type="search" label={intl.formatMessage(common.search)} value={search} onChange={setSearch} />
      )}
      <CheckboxGroup
        value={chosen}
        onChange={(ids) => form.setValue('chosen', ids, { shouldValidate: problem !== null })}
        className="flex flex-col gap-2"
      >
        <Label className="text-sm font-semibold">{legend}</Label>
        <div className="max-h-72 overflow-y-auto rounded-base border border-line p-2">
          {found.slice(0, SHOWN).map(({ choice }) => (
            <Checkbox key={choice.id} value={choice.id}>
              <span dir="auto" className="font-medium">
                {choice.label}
              </span>
              {choice.note && (
                <bdi dir="auto" className="block text-sm text-muted">
                  {choice.note}
                </bdi>
              )}
            </Checkbox>
          ))}
          {found.length > SHOWN && (
            <p className="p-2 text-sm text-muted">
              {intl.formatMessage(messages.left, { count: found.length - SHOWN })}
            </p>
          )}
        </div>
      </CheckboxGroup>
      <Controller
        control={form.control}
        name="dates"
        render={({ field, fieldState }) => (
          <DatesFields
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error && describeError(intl, { code: 'expiry_before_start', message: '' })}
          />
        )}
      />
      {existing && (
        <Controller
          control={form.control}
          name="updateExisting"
          render={({ field }) => (
            <Checkbox isSelected={field.value} onChange={field.onChange}>
              {existing}
            </Checkbox>
          )}
        />
      )}
      {problem && <Notice severity="error">{problem}</Notice>}
      <Button type="submit" loading={form.formState.isSubmitting} className="self-end">
        {intl.formatMessage(messages.assign)}
      </Button>
    </form>
  );
}
