import { call } from '@/lib/api-client';
import { isApiError } from '@/lib/api-error';
import { learnerSession } from '@/lib/session';

/** Asks, with the token of the session that another device ended, when and with what that one signed in. */
export async function loadTakeover(): Promise<void> {
  const token = learnerSession.before()?.token;
  if (!token || learnerSession.takeover.get() || learnerSession.endReason.get() !== 'another-device') return;
  try {
    const { elsewhere } = await call('POST', '/api/auth/trylogin', {}, { token });
    if (elsewhere) learnerSession.takeover.set(elsewhere);
  } catch (error) {
    // The screen does without: that somebody signed in is what matters.
    if (!isApiError(error)) throw error;
  }
}
