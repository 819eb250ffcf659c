import { redirect } from 'react-router';
import { logoutManager } from '@/features/manager-auth/api/logout';
import { paths } from '@/lib/paths';

export async function loader() {
  await logoutManager();
  return redirect(paths.admin.login);
}
