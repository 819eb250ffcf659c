import { call } from '@/lib/api-client';
import { queryClient } from '@/lib/query-client';
import { managerSession } from '@/lib/session';

/** Ends the session here at once, and on the server when it can be reached. */
export async function logoutManager(): Promise<void> {
  if (managerSession.token()) {
    const told = call('POST', '/api/cm/auth/logout', {}, { as: 'manager', keepalive: true });
    managerSession.end('logout');
    await told.catch(() => undefined);
  }
  queryClient.clear();
}
