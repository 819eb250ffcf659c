/**
 * Who may enter which route (sections 2 to 4 of the specification), as router middleware. A guard runs before the
 * loaders below it, so that nothing is requested for a page that will not be shown.
 */
import { redirect, type MiddlewareFunction } from 'react-router';
import { checkSignup, type SignupCheck } from '@/features/manager-auth/api/check-signup';
import { restoreManager } from '@/features/manager-auth/api/restore';
import { restoreLearner } from '@/features/learner-auth/api/restore';
import { isApiError } from '@/lib/api-error';
import { nextIn, screenIn, withNext } from '@/lib/next-page';
import { paths } from '@/lib/paths';
import { may, type Role } from '@/lib/role';
import { learnerSession, managerSession } from '@/lib/session';
import { setupRequired } from '@/lib/two-factor-setup';
import { wantedPage } from './wanted-page';

/** The page to which a learner without a session is redirected. It leads on to the screen that was asked for. */
export function learnerExit(): string {
  const reason = learnerSession.endReason.get();
  const page = reason === 'another-device' ? paths.client.accessDenied : paths.client.login;
  return withNext(page, reason === 'logout' ? null : screenIn('client', wantedPage()));
}

/** The same for a manager. */
export function managerExit(): string {
  const wanted = managerSession.endReason.get() === 'logout' ? null : screenIn('admin', wantedPage());
  return withNext(paths.admin.login, wanted);
}

export const restoreLearnerLogin: MiddlewareFunction = async () => {
  await restoreLearner();
};

export const learnersOnly: MiddlewareFunction = () => {
  if (!learnerSession.token()) throw redirect(learnerExit());
};

export const noLearner: MiddlewareFunction = ({ request }) => {
  if (learnerSession.token()) throw redirect(nextIn('client', new URL(request.url).search) ?? paths.client.home);
};

export const restoreManagerLogin: MiddlewareFunction = async () => {
  await restoreManager();
};

export const managersOnly: MiddlewareFunction = () => {
  if (!managerSession.token()) throw redirect(managerExit());
  if (setupRequired.get()) throw redirect(withNext(paths.admin.twoFactor, screenIn('admin', wantedPage())));
};

export const managersInSetup: MiddlewareFunction = ({ request }) => {
  const next = nextIn('admin', new URL(request.url).search);
  if (!managerSession.token()) throw redirect(withNext(paths.admin.login, next));
  if (!setupRequired.get()) throw redirect(next ?? paths.admin.account);
};

/** Managers whose role is lower are led to a page that says so. */
export const needsRole =
  (least: Role): MiddlewareFunction =>
  () => {
    if (!may(least)) throw redirect(paths.admin.notAllowed);
  };

export const noManager: MiddlewareFunction = ({ request }) => {
  if (managerSession.token()) throw redirect(nextIn('admin', new URL(request.url).search) ?? paths.admin.home);
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
