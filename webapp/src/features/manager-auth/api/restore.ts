import { isApiError } from '@/lib/api-error';
import { learnManager } from '@/lib/manager-api';
import { managerSession } from '@/lib/session';

let checked: string | null = null;

/**
 * Checks a stored session with the server once, which also tells what its manager may do; a refusal ends it here
 * (section 4). When the server cannot be asked, or is down, the session stays: the first call that needs it will tell.
 */
export async function restoreManager(): Promise<void> {
  const token = managerSession.token();
  if (!token || token === checked) return;
  try {
    await learnManager();
    checked = token;
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 401 || error.status === 403) managerSession.end('expired');
  }
}

/** The server has told that this session is over: its refusal says why, and ends it here. */
export async function learnWhyEnded(): Promise<void> {
  const token = managerSession.token();
  await learnManager().catch(() => undefined);
  if (token && managerSession.token() === token) managerSession.end('signed-out');
}
