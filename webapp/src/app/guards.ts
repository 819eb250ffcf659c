/**
 * Who may enter which route (sections 2 to 4 of the specification), as router middleware. A guard runs before the
 * loaders below it, so that nothing is requested for a page that will not be shown.
 */
import { redirect, type MiddlewareFunction } from 'react-router';
import { checkSignup, type SignupCheck } from '@/features/manager-auth/api/check-signup';
import { restoreManager } from '@/features/manager-auth/api/restore';
import { restoreLearner } from '@/features/learner-auth/api/restore';
import { isApiError } from '@/lib/api-error';
import { paths } from '@/lib/paths';
import { may, type Role } from '@/lib/role';
import { learnerSession, managerSession } from '@/lib/session';
import { setupRequired } from '@/lib/two-factor-setup';

/** The page to which a learner whose session has ended is redirected. */
export function learnerExit(): string {
  return learnerSession.endReason.get() === 'another-device' ? paths.client.accessDenied : paths.client.login;
}

export const restoreLearnerLogin: MiddlewareFunction = async () => {
  await restoreLearner();
};

export const learnersOnly: MiddlewareFunction = () => {
  if (!learnerSession.token()) throw redirect(learnerExit());
};

export const noLearner: MiddlewareFunction = () => {
  if (learnerSession.token()) throw redirect(paths.client.home);
};

export const restoreManagerLogin: MiddlewareFunction = async () => {
  await restoreManager();
};

export const managersOnly: MiddlewareFunction = () => {
  if (!managerSession.token()) throw redirect(paths.admin.login);
  if (setupRequired.get()) throw redirect(paths.admin.twoFactor);
};

export const managersInSetup: MiddlewareFunction = () => {
  if (!managerSession.token()) throw redirect(paths.admin.login);
  if (!setupRequired.get()) throw redirect(paths.admin.account);
};

/** Managers whose role is lower are led to a page that says so. */
export const needsRole =
  (least: Role): MiddlewareFunction =>
  () => {
    if (!may(least)) throw redirect(paths.admin.notAllowed);
  };

export const noManager: MiddlewareFunction = () => {
  if (managerSession.token()) throw redirect(paths.admin.home);
};

/** Sign-up can be entered only while the server allows it; if the server cannot be asked, the error page is shown. */
export async function signupAllowed(): Promise<SignupCheck> {
  let check: SignupCheck;
  try {
    check = await checkSignup();
  } catch {
    throw redirect(paths.error);
  }
  if (!check.allowed) throw redirect(paths.admin.login);
  return check;
}

/** Runs a loader's call. A failure leads to the error page, an ended session to the page for that kind of session. */
export async function orErrorPage<T>(load: () => Promise<T>, exit: () => string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (isApiError(error) && error.status === 401) throw redirect(exit());
    throw redirect(paths.error);
  }
}

/** The page to which a manager whose session has ended is redirected. */
export const managerExit = (): string => paths.admin.login;
