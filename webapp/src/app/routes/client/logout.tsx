import { redirect } from 'react-router';
import { logoutLearner } from '@/features/learner-auth/api/logout';
import { paths } from '@/lib/paths';

export async function loader() {
  await logoutLearner();
  return redirect(paths.client.login);
}
