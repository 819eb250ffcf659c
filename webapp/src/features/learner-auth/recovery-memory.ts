/**
 * How far a recovery has come in this browser, so that a reload, or a tab that the phone dropped while the mail was read,
 * does not lose it. The handle is worthless without the mailed code; once the code was given, it is kept for this tab
 * only, since then it sets a password. Another device is led here by the link in the mail.
 */
import { storageGet, storageSet } from '@/lib/preferences';

const ASKED = 'recovery';
const VERIFIED = 'recovery:verified';
/** A code is valid for ten minutes, and then a password can be set for ten more. */
const LIFE_MS = 600_000;

export interface Recovery {
  step: 'code' | 'password';
  /** Of the recovery; not the learner's id. */
  handle: string;
  /** Empty on a device that was led here by the mail. */
  email: string;
}

type Kept = Omit<Recovery, 'step'> & { until: number };

function parse(text: string | null, now: number): Kept | null {
  try {
    const { handle, email = '', until = 0 } = JSON.parse(text ?? '{}') as Partial<Kept>;
    // The clock may have been set back meanwhile.
    return handle && until > now && until <= now + LIFE_MS ? { handle, email, until } : null;
  } catch {
    return null;
  }
}

function tab(write?: string | null): string | null {
  try {
    if (write === null) sessionStorage.removeItem(VERIFIED);
    else if (write !== undefined) sessionStorage.setItem(VERIFIED, write);
    return sessionStorage.getItem(VERIFIED);
  } catch {
    // Storage may be forbidden: then a reload begins again.
    return null;
  }
}

/** The recovery to continue; null if there is none, or its time is over. Nothing is then left of it. */
export function keptRecovery(now = Date.now()): Recovery | null {
  const verified = parse(tab(), now);
  if (verified) return { step: 'password', handle: verified.handle, email: verified.email };
  const asked = parse(storageGet(ASKED), now);
  if (!asked) forgetRecovery();
  return asked && { step: 'code', handle: asked.handle, email: asked.email };
}

export function keepRecovery({ step, ...recovery }: Recovery, now = Date.now()): void {
  const text = JSON.stringify({ ...recovery, until: now + LIFE_MS } satisfies Kept);
  storageSet(ASKED, step === 'code' ? text : null);
  tab(step === 'password' ? text : null);
}

export function forgetRecovery(): void {
  storageSet(ASKED, null);
  tab(null);
}
