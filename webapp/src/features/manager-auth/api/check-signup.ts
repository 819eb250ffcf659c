import { isApiError } from '@/lib/api-error';
import { managerCall } from '@/lib/manager-api';

export interface SignupCheck {
  allowed: boolean;
  /** The sign-up needs the code that the server printed when it was started. */
  setupCodeRequired: boolean;
  /** No manager exists yet. */
  first: boolean;
}

/** Asks whether the server lets a manager sign up now. Throws when it cannot be asked. */
export async function checkSignup(): Promise<SignupCheck> {
  try {
    const { setupCodeRequired = false, first = false } = await managerCall('POST', '/api/cm/auth/check-signup', {});
    return { allowed: true, setupCodeRequired, first };
  } catch (error) {
    if (isApiError(error) && (error.status === 401 || error.status === 403))
      return { allowed: false, setupCodeRequired: false, first: false };
    throw error;
  }
}
