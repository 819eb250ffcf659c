import { call } from '@/lib/api-client';
import { isApiError } from '@/lib/api-error';
import { learnerSession } from '@/lib/session';

let checked: string | null = null;

/**
 * Asks once for each stored token whether it still is a session, and ends it here when not. When the server cannot be
 * asked the session stays: the first call that needs it will tell.
 */
export async function restoreLearner(): Promise<void> {
  const token = learnerSession.token();
  if (!token || token === checked) return;
  try {
    const answer = await call('POST', '/api/auth/trylogin', {}, { as: 'learner' });
    if (learnerSession.token() !== token) return;
    if (answer.status) {
      checked = token;
      if (answer.result) learnerSession.start(token, answer.result);
    } else {
      learnerSession.takeover.set(answer.elsewhere ?? null);
      learnerSession.refused(answer.code ?? '');
    }
  } catch (error) {
    if (!isApiError(error)) throw error;
  }
}
