/** Where unsaved input is stored in this tab; forms use `stored-draft.ts`. */
import { learnerSession, managerSession } from './session';

function ownerOf(name: string): string {
  if (name.startsWith('visitor:')) return '';
  if (name.startsWith('my:')) return learnerSession.state.get()?.identity.clientId ?? '';
  return managerSession.state.get()?.identity.userId ?? '';
}
export const keyOf = (name: string) => `draft:${ownerOf(name)}:${name}`;

/** Drafts not stored yet, by key. */
export const pending = new Map<string, unknown>();

export function read<T>(key: string): T | null {
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
