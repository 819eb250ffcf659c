/**
 * A manager's unsaved input, stored in this tab: it survives a reload, a closed dialog and the end of the session.
 * Passwords are never stored.
 */
import { useEffect, useMemo, useState } from 'react';
import { useWatch, type Control, type FieldValues } from 'react-hook-form';
import { managerSession } from './session';

/** How long typing must pause before the draft is stored. */
const KEEP_AFTER_MS = 400;

const keyOf = (name: string) => `draft:${managerSession.state.get()?.identity.userId ?? ''}:${name}`;

/** Drafts not stored yet, by key. */
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
    // If the storage is full or forbidden, nothing is stored and the page keeps working.
  }
}

function writePending(key: string): void {
  if (pending.has(key)) write(key, pending.get(key));
}

/** The draft stored when the screen opened; null without one. */
export function useStoredDraft<T>(name: string): T | null {
  const [kept] = useState(() => read<T>(keyOf(name)));
  return kept;
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

/** Changes a stored draft from outside the screen that owns it. */
export function changeStoredDraft<T>(name: string, change: (kept: T) => T): void {
  const key = keyOf(name);
  const kept = read<T>(key);
  if (kept !== null) write(key, change(kept));
}

const seenName = (name: string) => `${name}:seen`;

/**
 * What a draft was begun from: later changes by somebody else are told from the person's own by it. `present` without a
 * stored draft. Stored as long as there is a draft.
 */
export const useSeen = <T>(name: string, present: T) =>
  useState(() => (read(keyOf(name)) === null ? present : (read<T>(keyOf(seenName(name))) ?? present)));

export const useStoreSeen = (name: string, seen: unknown, drafting: boolean): void =>
  useStoreDraft(seenName(name), drafting ? seen : null);

/** Also drops drafts not stored yet. */
export function forgetDraft(name: string): void {
  write(keyOf(name), null);
  write(keyOf(seenName(name)), null);
}

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
  const typed = Object.entries(values).filter(
    ([field, value]) => !/password|confirm/i.test(field) && value !== initial[field],
  );
  const text = JSON.stringify(Object.fromEntries(typed));
  useStoreDraft(
    name,
    useMemo(() => (text === '{}' ? null : (JSON.parse(text) as unknown)), [text]),
  );
  return text !== '{}';
}
