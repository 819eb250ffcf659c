import { redirect, type MiddlewareFunction } from 'react-router';
import { paths } from '@/lib/paths';
import { learnerSession } from '@/lib/session';

/** The public site is for visitors: a learner goes on to the courses. Whoever has no token waits for nothing. */
export const visitorsOnly: MiddlewareFunction = async () => {
  if (!learnerSession.token()) return;
  const { restoreLearner } = await import('@/features/learner-auth/api/restore');
  await restoreLearner();
  if (learnerSession.token()) throw redirect(paths.client.home);
};
