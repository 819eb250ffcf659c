/**
 * Where unsaved input is stored in this tab; forms use `stored-draft.ts`. A draft belongs to an account: where a session
 * ended without a sign-out, the same account finds it after signing in again, and no other does.
 */
import { learnerSession, managerSession } from './session';

function ownerOf(name: string): string {
  if (name.startsWith('visitor:')) return '';
  if (name.startsWith('my:')) return learnerSession.state.get()?.identity.clientId ?? '';
  return managerSession.state.get()?.identity.userId ?? '';
}
export const keyOf = (name: string) => `draft:${ownerOf(name)}:${name}`;

/** Drafts not stored yet, by key. */
export const pending = new Map<string, unknown>();

/** How long after the last change a draft goes, in a tab that is never closed. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

interface Dated<T> {
  at: number;
  value: T;
}
const isDated = <T>(stored: T | Dated<T>): stored is Dated<T> =>
  typeof stored === 'object' && stored !== null && 'at' in stored && 'value' in stored;

export function read<T>(key: string): T | null {
  try {
    const kept = sessionStorage.getItem(key);
    if (kept === null) return null;
    const stored = JSON.parse(kept) as T | Dated<T>;
    // Versions before this one stored no time.
    if (!isDated(stored)) return stored;
    if (Date.now() - stored.at < KEPT_MS) return stored.value;
    sessionStorage.removeItem(key);
    return null;
  } catch {
    return null;
  }
}

/** Drops the drafts that are too old, those of forms that are never opened again too. */
export function forgetOldDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('draft:')) read(key);
  } catch {
    // See write.
  }
}
forgetOldDrafts();

function write(key: string, value: unknown): void {
  pending.delete(key);
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), value }));
  } catch {
    // If the storage is full or forbidden, nothing is stored and the page keeps working.
  }
}

export function writePending(key: string): void {
  if (pending.has(key)) write(key, pending.get(key));
}

/** Changes a stored draft from outside the screen that owns it. */
export function changeStoredDraft<T>(name: string, change: (kept: T) => T): void {
  const key = keyOf(name);
  const kept = read<T>(key);
  if (kept !== null) write(key, change(kept));
}

export const seenName = (name: string) => `${name}:seen`;

/** Drops all of a person's drafts: who signs out leaves nothing in a browser that others may use. */
export function forgetDraftsOf(person: string | undefined): void {
  // A visitor's are nobody's.
  if (!person) return;
  const start = `draft:${person}:`;
  for (const key of pending.keys()) if (key.startsWith(start)) pending.delete(key);
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(start)) sessionStorage.removeItem(key);
  } catch {
    // See write.
  }
}

/** Also drops drafts not stored yet. */
export function forgetDraft(name: string): void {
  write(keyOf(name), null);
  write(keyOf(seenName(name)), null);
}
