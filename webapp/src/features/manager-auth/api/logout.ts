import { atMost } from '@/lib/at-most';
import { forgetDraftsOf } from '@/lib/draft-storage';
import { managerCall } from '@/lib/manager-api';
import { queryClient } from '@/lib/query-client';
import { managerSession } from '@/lib/session';

/** How long signing out waits for a slow server; the call continues in the background. */
const PATIENCE_MS = 2000;

/** Ends the session here at once, and on the server when it can be reached. */
export async function logoutManager(): Promise<void> {
  if (managerSession.token()) {
    const told = managerCall('POST', '/api/cm/auth/logout', {}, { keepalive: true });
    forgetDraftsOf(managerSession.state.get()?.identity.userId);
    managerSession.end('logout');
    await atMost(PATIENCE_MS, told);
  }
  queryClient.clear();
}
