import type { ReactNode } from 'react';
import type { Conflict, Side } from './conflict-dialog';

/** What becomes of a form whose record was changed meanwhile. */
export interface Merged<Values> {
  /** Where both people's changes meet. */
  conflicts: readonly Conflict[];
  /** The names of what only the other one changed, which stays so. */
  kept: readonly string[];
  /** Both people's changes, with the version of `sideOf` where they meet. */
  resolve: (sideOf: (key: string) => Side) => Values;
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
  const merged = { ...mine };
  const conflicts: (Conflict & { key: keyof Values & string })[] = [];
  const kept: string[] = [];
  for (const key of Object.keys(texts) as (keyof Values & string)[]) {
    const [own, other] = [mine[key], theirs[key]];
    if (own === other || other === base[key]) continue;
    const { label, show = (value: string) => value } = texts[key];
    if (own === base[key]) {
      merged[key] = other;
      kept.push(label);
    } else {
      conflicts.push({ key, label, mine: show(own), theirs: show(other) });
    }
  }
  const resolve = (sideOf: (key: string) => Side) => {
    const values = { ...merged };
    for (const { key } of conflicts) if (sideOf(key) === 'theirs') values[key] = theirs[key];
    return values;
  };
  return { conflicts, kept, resolve };
}
