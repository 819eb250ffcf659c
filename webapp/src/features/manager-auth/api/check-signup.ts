import { call } from '@/lib/api-client';
import { isApiError } from '@/lib/api-error';

/** True when the server lets a manager sign up now. Throws when it cannot be asked. */
export async function checkSignupAllowed(): Promise<boolean> {
  try {
    await call('POST', '/api/cm/auth/check-signup', {}, { as: 'manager' });
    return true;
  } catch (error) {
    if (isApiError(error) && (error.status === 401 || error.status === 403)) return false;
    throw error;
  }
}
