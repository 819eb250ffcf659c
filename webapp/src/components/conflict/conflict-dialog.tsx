import { useId, useState, type ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  title: { id: 'conflict.title', defaultMessage: 'Someone else has changed this in the meantime' },
  text: {
    id: 'conflict.text',
    defaultMessage: 'Nothing has been overwritten. Choose which version to save. Only what differs is shown here.',
  },
  mine: { id: 'conflict.mine', defaultMessage: 'Yours' },
  theirs: { id: 'conflict.theirs', defaultMessage: 'Saved by someone else in the meantime' },
  keepMine: { id: 'conflict.keepMine', defaultMessage: 'Keep mine' },
  takeTheirs: { id: 'conflict.takeTheirs', defaultMessage: 'Take theirs' },
  keepAllMine: { id: 'conflict.keepAllMine', defaultMessage: 'Keep all mine' },
  takeAllTheirs: { id: 'conflict.takeAllTheirs', defaultMessage: 'Take all theirs' },
  save: { id: 'conflict.save', defaultMessage: 'Save what I chose' },
  left: { id: 'conflict.left', defaultMessage: 'Still to choose: {fields}' },
  back: { id: 'conflict.back', defaultMessage: 'Back to editing' },
});

/** One field that two people changed to different values. */
export interface Conflict {
  key: string;
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
}

export type Side = 'mine' | 'theirs';
const SIDES = ['mine', 'theirs'] as const;

/** The version of each conflict by its key, or back to what was typed. */
export type ConflictChoice = ReadonlyMap<string, Side> | 'back';

export interface ConflictDialogProps {
  conflicts: readonly Conflict[];
  /** False where there is no form to return to. */
  returns?: boolean;
  onChoose: (choice: ConflictChoice) => void;
}

/** Both versions of what two people changed at once, side by side. Closing it returns to the form, if there is one. */
export function ConflictDialog({ conflicts, returns = true, onChoose }: ConflictDialogProps) {
  const intl = useIntl();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const several = conflicts.length > 1;
  const left = conflicts.filter(({ key }) => !chosen.has(key));
  const chooseAll = (side: Side) => onChoose(new Map(conflicts.map(({ key }) => [key, side])));
  return (
    <Dialog
      alert
      isOpen
      width="max-w-[46rem]"
      title={intl.formatMessage(messages.title)}
      onOpenChange={(open) => !open && onChoose('back')}
    >
      <p className="text-muted">{intl.formatMessage(messages.text)}</p>
      <div className="mt-4 flex flex-col gap-5">
        {conflicts.map((conflict) =>
          several ? (
            <Choice
              key={conflict.key}
              conflict={conflict}
              side={chosen.get(conflict.key)}
              onChoose={(side) => setChosen(new Map(chosen).set(conflict.key, side))}
            />
          ) : (
            <Versions key={conflict.key} conflict={conflict} />
          ),
        )}
      </div>
      {several && (
        <p role="status" className="mt-4 min-h-6 text-sm text-muted">
          {left.length > 0 &&
            intl.formatMessage(messages.left, { fields: intl.formatList(left.map(({ label }) => label)) })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        {returns && (
          <Button variant="secondary" onPress={() => onChoose('back')}>
            {intl.formatMessage(messages.back)}
          </Button>
        )}
        <Button variant="secondary" onPress={() => chooseAll('theirs')}>
          {intl.formatMessage(several ? messages.takeAllTheirs : messages.takeTheirs)}
        </Button>
        <Button variant={several ? 'secondary' : 'primary'} onPress={() => chooseAll('mine')}>
          {intl.formatMessage(several ? messages.keepAllMine : messages.keepMine)}
        </Button>
        {several && (
          <Button isDisabled={left.length > 0} onPress={() => onChoose(chosen)}>
            {intl.formatMessage(messages.save)}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const gridClass = 'grid gap-3 sm:grid-cols-2';
const cardClass = 'min-w-0 rounded-card border border-line bg-bg p-3';
const textClass = 'text-start whitespace-pre-wrap wrap-anywhere';

/** Text has its own direction; a date, whose parts are isolated, has the page's. */
const directionOf = (version: ReactNode) => (typeof version === 'string' ? 'auto' : undefined);

/** The versions of the only conflict, which the dialog's buttons choose. */
function Versions({ conflict }: { conflict: Conflict }) {
  const intl = useIntl();
  return (
    <section>
      <h3 className="mb-2 font-bold">{conflict.label}</h3>
      <dl className={gridClass}>
        {SIDES.map((side) => (
          <div key={side} className={cardClass}>
            <dt className="mb-1 text-sm text-muted">{intl.formatMessage(messages[side])}</dt>
            <dd dir={directionOf(conflict[side])} className={textClass}>
              <Version>{conflict[side]}</Version>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** One of several conflicts, whose version is chosen by itself. */
function Choice({
  conflict,
  side,
  onChoose,
}: {
  conflict: Conflict;
  side: Side | undefined;
  onChoose: (side: Side) => void;
}) {
  const intl = useIntl();
  const id = useId();
  return (
    <RadioGroup orientation="horizontal" value={side ?? null} onChange={(value) => onChoose(value as Side)}>
      <h3 className="mb-2 font-bold">
        <Label>{conflict.label}</Label>
      </h3>
      <div className={gridClass}>
        {SIDES.map((value) => (
          // A text may be long: it describes the option and does not name it.
          <Radio
            key={value}
            value={value}
            aria-labelledby={`${id}-${value}`}
            aria-describedby={`${id}-${value}-text`}
            className={`group relative flex cursor-pointer gap-3 ${cardClass} data-[focus-visible]:outline-2 data-[focus-visible]:outline-offset-2 data-[focus-visible]:outline-action data-[selected]:border-action data-[selected]:bg-card`}
          >
            <span
              aria-hidden="true"
              className="mt-0.5 size-5 shrink-0 rounded-full border-2 border-line-strong bg-card group-data-[selected]:border-6 group-data-[selected]:border-action"
            />
            <span className="min-w-0 flex-1">
              <span id={`${id}-${value}`} className="mb-1 block text-sm text-muted">
                {intl.formatMessage(messages[value])}
              </span>
              <span id={`${id}-${value}-text`} dir={directionOf(conflict[value])} className={`block ${textClass}`}>
                <Version>{conflict[value]}</Version>
              </span>
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

function Version({ children }: { children: ReactNode }) {
  const intl = useIntl();
  return children === '' ? intl.formatMessage(common.nothing) : children;
}
