/**
 * What a manager typed and has not saved, kept in this tab: it outlives a reload and the end of the session. For forms
 * of react-hook-form see draft.ts; this is for what is more than a form.
 */
import { useEffect, useState } from 'react';
import { managerSession } from './session';

/** How long typing may pause before it is kept. */
const KEEP_AFTER_MS = 400;

const keyOf = (name: string) => `draft:${managerSession.state.get()?.identity.userId ?? ''}:${name}`;

function read<T>(key: string): T | null {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? null : (JSON.parse(kept) as T);
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage keeps nothing; the page goes on.
  }
}

/** What was kept when the screen came; null for nothing. */
export function useKept<T>(name: string): T | null {
  const [kept] = useState(() => read<T>(keyOf(name)));
  return kept;
}

/** Keeps the newest value; null forgets it. The value's identity says whether it is another. */
export function useKeep(name: string, value: unknown): void {
  // The session may end meanwhile: it stays its manager's.
  const [key] = useState(() => keyOf(name));
  useEffect(() => {
    const keep = () => write(key, value);
    const timer = window.setTimeout(keep, KEEP_AFTER_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [key, value]);
}

export const forgetKept = (name: string): void => write(keyOf(name), null);
