import type { ReactNode } from 'react';
import type { Conflict } from './conflict-dialog';

/** What becomes of a form whose record was changed meanwhile. */
export interface Merged<Values> {
  /** Both people's changes, with one's own where they meet. */
  mine: Values;
  /** Both people's changes, with the other's where they meet. */
  theirs: Values;
  /** Where they meet. */
  conflicts: readonly Conflict[];
}

/** How a field is shown. */
export interface FieldText {
  label: string;
  show?: (value: string) => ReactNode;
}

/** Merges the fields of a form. `base` is the record as the form was opened with it. */
export function mergeFields<Values extends { [Field in keyof Values]: string }>(
  base: Values,
  mine: Values,
  theirs: Values,
  texts: Record<keyof Values & string, FieldText>,
): Merged<Values> {
  const merged = { mine: { ...mine }, theirs: { ...mine } };
  const conflicts: Conflict[] = [];
  for (const key of Object.keys(texts) as (keyof Values & string)[]) {
    const [own, other] = [mine[key], theirs[key]];
    if (own === other || other === base[key]) continue;
    merged.theirs[key] = other;
    if (own === base[key]) {
      merged.mine[key] = other;
      continue;
    }
    const { label, show = (value: string) => value } = texts[key];
    conflicts.push({ key, label, mine: show(own), theirs: show(other) });
  }
  return { ...merged, conflicts };
}
