import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { Label } from 'react-aria-components/Label';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { describeError, useDescribeError } from '@/i18n/error-messages';
import { foldText } from '@/lib/fold-text';
import type { Dates } from '../api/assignments';
import { DatesFields, datesInOrder, defaultDates } from './dates-fields';

const messages = defineMessages({
  assign: { id: 'assign.submit', defaultMessage: 'Assign' },
  none: { id: 'assign.none', defaultMessage: 'Choose at least one.' },
  left: { id: 'assign.left', defaultMessage: 'Search to see the other {count, plural, one {#} other {#}}.' },
});

export interface Choice {
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

/** Rows drawn at once of what may be thousands; the search finds the rest. */
const SHOWN = 60;

/** Chooses what to assign, and from when to when. */
export function AssignForm({ legend, choices, onAssign, children }: AssignFormProps) {
  const intl = useIntl();
  const describe = useDescribeError();
  const [chosen, setChosen] = useState<string[]>([]);
  const [dates, setDates] = useState(defaultDates);
  const [search, setSearch] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const indexed = useMemo(
    () => choices.map((choice) => ({ choice, text: foldText(`${choice.label} ${choice.note ?? ''}`) })),
    [choices],
  );
  const wanted = foldText(search);
  const found = indexed.filter(({ choice, text }) => text.includes(wanted) || chosen.includes(choice.id));
  const ordered = datesInOrder(dates);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ordered) return;
    if (chosen.length === 0) return setProblem(intl.formatMessage(messages.none));
    setBusy(true);
    setProblem(null);
    try {
      await onAssign(chosen, dates);
      setChosen([]);
    } catch (error) {
      setProblem(describe(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {choices.length > 8 && (
        <TextField type="search" label={intl.formatMessage(common.search)} value={search} onChange={setSearch} />
      )}
      <CheckboxGroup value={chosen} onChange={setChosen} className="flex flex-col gap-2">
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
      <DatesFields
        value={dates}
        onChange={setDates}
        error={ordered ? undefined : describeError(intl, { code: 'expiry_before_start', message: '' })}
      />
      {children}
      {problem && <Notice severity="error">{problem}</Notice>}
      <Button type="submit" loading={busy} className="self-end">
        {intl.formatMessage(messages.assign)}
      </Button>
    </form>
  );
}
