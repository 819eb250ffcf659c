import { call } from '@/lib/api-client';
import { atMost } from '@/lib/at-most';
import { queryClient } from '@/lib/query-client';
import { forgetDraftsOf } from '@/lib/draft-storage';
import { learnerSession, type EndReason } from '@/lib/session';

/** How long signing out waits for a slow server; the call continues in the background. */
const PATIENCE_MS = 2000;

/** Ends the session here at once, and on the server when it can be reached. */
export async function logoutLearner(reason: EndReason = 'logout'): Promise<void> {
  if (learnerSession.token()) {
    const told = call('POST', '/api/auth/logout', {}, { as: 'learner', keepalive: true });
    forgetDraftsOf(learnerSession.state.get()?.identity.clientId);
    learnerSession.end(reason);
    await atMost(PATIENCE_MS, told);
  }
  queryClient.clear();
}

/** Ends the session of an idle learner; the page and its data wait until they sign in again. */
export async function signOutIdle(): Promise<void> {
  if (!learnerSession.token()) return;
  const told = call('POST', '/api/auth/logout', {}, { as: 'learner', keepalive: true });
  learnerSession.end('automatic');
  await told.catch(() => undefined);
}
