import { call } from '@/lib/api-client';
import { isApiError } from '@/lib/api-error';
import { managerSession } from '@/lib/session';

let checked: string | null = null;

/** Checks a stored session with the server once; any answer but success ends it here (section 4). */
export async function restoreManager(): Promise<void> {
  const token = managerSession.token();
  if (!token || token === checked) return;
  try {
    await call('POST', '/api/cm/auth/check', {}, { as: 'manager' });
    checked = token;
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status !== 0) managerSession.end('expired');
  }
}
