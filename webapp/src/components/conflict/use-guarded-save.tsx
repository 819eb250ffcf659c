import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { isApiError } from '@/lib/api-error';
import { addToast } from '@/lib/toast';
import { ConflictDialog, type Conflict, type ConflictChoice, type Side } from './conflict-dialog';
import type { Merged } from './merge-fields';

const messages = defineMessages({
  kept: { id: 'conflict.kept', defaultMessage: 'Changed by someone else in the meantime and kept as it is: {fields}' },
});

/** Long enough to read a list of fields. */
const KEPT_LIFE_MS = 10_000;

/** A record as a form was opened with it. */
export interface Seen<Values> {
  revision: number;
  values: Values;
}

export interface SaveResult<Values> {
  /** Saved; or not, because the person took the other's values or went back to what was typed. */
  outcome: 'saved' | 'taken' | 'back';
  /** What the form shows from now on. */
  values: Values;
  /** What it was opened with from now on. */
  seen: Seen<Values>;
}

export interface GuardedSave<Values, Stored extends { revision: number }> {
  /** The form's values of a stored record. */
  read: (stored: Stored) => Values;
  merge: (base: Values, mine: Values, theirs: Values) => Merged<Values>;
  send: (values: Values, revision: number) => Promise<{ result: Stored }>;
  /** False where there is no form: the question has no way back to it. */
  returns?: boolean;
}

/**
 * Saves a form's values unless somebody else changed the record since the form was opened. Changes of other fields are
 * merged and saved, and a toast names them. Where both changed the same, `dialog` asks the person for each field, and
 * `save` waits for the answer. `save` fails as `send` does for any other reason.
 */
export function useGuardedSave<Values, Stored extends { revision: number }>({
  read,
  merge,
  send,
  returns,
}: GuardedSave<Values, Stored>): {
  save: (seen: Seen<Values>, mine: Values) => Promise<SaveResult<Values>>;
  dialog: ReactNode;
} {
  const intl = useIntl();
  const [conflicts, setConflicts] = useState<readonly Conflict[] | null>(null);
  const answer = useRef<((choice: ConflictChoice) => void) | null>(null);
  const choose = (choice: ConflictChoice) => {
    setConflicts(null);
    answer.current?.(choice);
    answer.current = null;
  };
  // Whoever leaves the form has saved nothing.
  useEffect(() => () => answer.current?.('back'), []);
  const ask = (found: readonly Conflict[]) =>
    new Promise<ConflictChoice>((resolve) => {
      answer.current = resolve;
      setConflicts(found);
    });

  const tell = (kept: ReadonlySet<string>) => {
    if (kept.size === 0) return;
    const fields = intl.formatList([...kept]);
    addToast({ detail: intl.formatMessage(messages.kept, { fields }), life: KEPT_LIFE_MS });
  };

  const save = async (opened: Seen<Values>, typed: Values): Promise<SaveResult<Values>> => {
    let seen = opened;
    let mine = typed;
    const kept = new Set<string>();
    for (;;) {
      try {
        const { result } = await send(mine, seen.revision);
        tell(kept);
        return { outcome: 'saved', values: mine, seen: { revision: result.revision, values: read(result) } };
      } catch (error) {
        if (!isApiError(error, 'changed_meanwhile') || error.result === undefined) throw error;
        const stored = error.result as Stored;
        const now = { revision: stored.revision, values: read(stored) };
        const { conflicts, kept: others, resolve } = merge(seen.values, mine, now.values);
        const choice: ConflictChoice = conflicts.length === 0 ? new Map<string, Side>() : await ask(conflicts);
        if (choice === 'back') return { outcome: 'back', values: typed, seen: opened };
        others.forEach((label) => kept.add(label));
        const values = resolve((key) => choice.get(key) ?? 'mine');
        if (conflicts.length > 0 && conflicts.every(({ key }) => choice.get(key) === 'theirs')) {
          tell(kept);
          return { outcome: 'taken', values, seen: now };
        }
        // Somebody may have changed it once more.
        seen = now;
        mine = values;
      }
    }
  };
  return { save, dialog: conflicts && <ConflictDialog conflicts={conflicts} returns={returns} onChoose={choose} /> };
}
