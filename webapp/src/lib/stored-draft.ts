/**
 * Unsaved input, stored in this tab: it survives a reload, a closed dialog and the end of the session. It is a manager's,
 * or by its name a learner's (`my:`) or a visitor's (`visitor:`). Passwords, setup codes and bank details are never
 * stored. What is stored is named in the site's privacy policy.
 */
import { useEffect, useMemo, useState } from 'react';
import { useWatch, type Control, type FieldValues } from 'react-hook-form';
import { forgetDraft, keyOf, pending, read, seenName, writePending } from './draft-storage';

export { changeStoredDraft, forgetDraft } from './draft-storage';

/** Fields that are never stored: passwords, and the code that makes an owner. */
const SECRET = /password|confirm|code/i;

/** How long typing must pause before the draft is stored. */
const KEEP_AFTER_MS = 400;

/** The draft stored when the screen opened; null without one. */
export function useStoredDraft<T>(name: string): T | null {
  const [kept] = useState(() => read<T>(keyOf(name)));
  return kept;
}

/** The same, until it is dropped: where the person starts over, or it was sent. */
export function useRestoredDraft<T>(name: string): [kept: T | null, forget: () => void] {
  const [kept, setKept] = useState(useStoredDraft<T>(name));
  const forget = () => {
    forgetDraft(name);
    setKept(null);
  };
  return [kept, forget];
}

/** Stores the newest value; null removes it. Values are compared by identity. */
export function useStoreDraft(name: string, value: unknown): void {
  // The session may end meanwhile; the draft still belongs to its manager.
  const [key] = useState(() => keyOf(name));
  useEffect(() => {
    const keep = () => writePending(key);
    pending.set(key, value);
    const timer = window.setTimeout(keep, KEEP_AFTER_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [key, value]);
  // A dialog may be closed before the pause is over.
  useEffect(() => () => writePending(key), [key]);
}

/**
 * What a draft was begun from: later changes by somebody else are told from the person's own by it. `present` without a
 * stored draft. Stored as long as there is a draft.
 */
export const useSeen = <T>(name: string, present: T) =>
  useState(() => (read(keyOf(name)) === null ? present : (read<T>(keyOf(seenName(name))) ?? present)));

export const useStoreSeen = (name: string, seen: unknown, drafting: boolean): void =>
  useStoreDraft(seenName(name), drafting ? seen : null);

/**
 * Stores the fields of a form that differ from its initial values; fields changed back are removed. Gives whether any
 * differ.
 */
export function useStoreFormDraft<Values extends FieldValues>(
  name: string,
  control: Control<Values>,
  initial: Values,
): boolean {
  const values = useWatch({ control });
  const typed = Object.entries(values).filter(([field, value]) => !SECRET.test(field) && value !== initial[field]);
  const text = JSON.stringify(Object.fromEntries(typed));
  useStoreDraft(
    name,
    useMemo(() => (text === '{}' ? null : (JSON.parse(text) as unknown)), [text]),
  );
  return text !== '{}';
}
