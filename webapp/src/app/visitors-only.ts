import { redirect, type MiddlewareFunction } from 'react-router';
import { paths } from '@/lib/paths';
import { learnerSession } from '@/lib/session';

/** The public site is for visitors: a signed-in learner is redirected to the courses. A visitor without a token does not wait. */
export const visitorsOnly: MiddlewareFunction = async () => {
  if (!learnerSession.token()) return;
  const { restoreLearner } = await import('@/features/learner-auth/api/restore');
  await restoreLearner();
  if (learnerSession.token()) throw redirect(paths.client.home);
};
