import { call } from '@/lib/api-client';
import { atMost } from '@/lib/at-most';
import { queryClient } from '@/lib/query-client';
import { learnerSession, type EndReason } from '@/lib/session';

/** How long the way out waits for a slow server; the call goes on behind it. */
const PATIENCE_MS = 2000;

/** Ends the session here at once, and on the server when it can be reached. */
export async function logoutLearner(reason: EndReason = 'logout'): Promise<void> {
  if (learnerSession.token()) {
    const told = call('POST', '/api/auth/logout', {}, { as: 'learner', keepalive: true });
    learnerSession.end(reason);
    await atMost(PATIENCE_MS, told);
  }
  queryClient.clear();
}

/** Ends the session of who went away; the page and what it has loaded wait for them to sign in again. */
export async function signOutIdle(): Promise<void> {
  if (!learnerSession.token()) return;
  const told = call('POST', '/api/auth/logout', {}, { as: 'learner', keepalive: true });
  learnerSession.end('automatic');
  await told.catch(() => undefined);
}
