import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState, type ReactNode } from 'react';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { Label } from 'react-aria-components/Label';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import { foldText } from '@/lib/fold-text';
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
  legend: string;
  choices: readonly Choice[];
  onAssign: (ids: string[], dates: Dates) => Promise<unknown>;
  /** What else there is to choose. */
  children?: ReactNode;
}

const schema = z.object({
  chosen: z.array(z.string()).check(z.minLength(1, 'required')),
  dates: z
    .object({ startDate: z.string(), expiryDate: z.string() })
    .check(z.refine(datesInOrder, 'expiry_before_start')),
});

/** Rows drawn at once of what may be thousands; the search finds the rest. */
const SHOWN = 60;

/** Chooses what to assign, and from when to when. */
export function AssignForm({ legend, choices, onAssign, children }: AssignFormProps) {
  const intl = useIntl();
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onChange',
    defaultValues: { chosen: [], dates: defaultDates() },
  });
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
    if (await errors.run(() => onAssign(values.chosen, values.dates))) form.setValue('chosen', []);
  });
  const problem = form.formState.errors.chosen ? intl.formatMessage(messages.none) : errors.problem;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
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
      {children}
      {problem && <Notice severity="error">{problem}</Notice>}
      <Button type="submit" loading={form.formState.isSubmitting} className="self-end">
        {intl.formatMessage(messages.assign)}
      </Button>
    </form>
  );
}
