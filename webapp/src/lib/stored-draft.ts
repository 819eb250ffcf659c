/**
 * What a manager typed and has not saved, kept in this tab: it outlives a reload, a closed dialog and the end of the
 * session. Passwords are never kept.
 */
import { useEffect, useMemo, useState } from 'react';
import { useWatch, type Control, type FieldValues } from 'react-hook-form';
import { managerSession } from './session';

/** How long typing may pause before it is kept. */
const KEEP_AFTER_MS = 400;

const keyOf = (name: string) => `draft:${managerSession.state.get()?.identity.userId ?? ''}:${name}`;

/** What was typed and is not kept yet, by key. */
const pending = new Map<string, unknown>();

function read<T>(key: string): T | null {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? null : (JSON.parse(kept) as T);
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  pending.delete(key);
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage keeps nothing; the page goes on.
  }
}

function writePending(key: string): void {
  if (pending.has(key)) write(key, pending.get(key));
}

/** What was kept when the screen came; null for nothing. */
export function useStoredDraft<T>(name: string): T | null {
  const [kept] = useState(() => read<T>(keyOf(name)));
  return kept;
}

/** Keeps the newest value; null forgets it. The value's identity says whether it is another. */
export function useStoreDraft(name: string, value: unknown): void {
  // The session may end meanwhile: it stays its manager's.
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

/** Changes what was kept, by who is not the screen that keeps it. */
export function changeStoredDraft<T>(name: string, change: (kept: T) => T): void {
  const key = keyOf(name);
  const kept = read<T>(key);
  if (kept !== null) write(key, change(kept));
}

/** Forgets also what was on its way. */
export const forgetDraft = (name: string): void => write(keyOf(name), null);

/** Keeps the fields of a form that differ from how it began without a draft; typed back, they are forgotten. */
export function useStoreFormDraft<Values extends FieldValues>(
  name: string,
  control: Control<Values>,
  initial: Values,
): void {
  const values = useWatch({ control });
  const typed = Object.entries(values).filter(
    ([field, value]) => !/password|confirm/i.test(field) && value !== initial[field],
  );
  const text = JSON.stringify(Object.fromEntries(typed));
  useStoreDraft(
    name,
    useMemo(() => (text === '{}' ? null : (JSON.parse(text) as unknown)), [text]),
  );
}
