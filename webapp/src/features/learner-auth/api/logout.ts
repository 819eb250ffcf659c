import { call } from '@/lib/api-client';
import { queryClient } from '@/lib/query-client';
import { learnerSession } from '@/lib/session';

/** Ends the session here at once, and on the server when it can be reached. */
export async function logoutLearner(): Promise<void> {
  if (learnerSession.token()) {
    const told = call('POST', '/api/auth/logout', {}, { as: 'learner', keepalive: true });
    learnerSession.end('logout');
    await told.catch(() => undefined);
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
