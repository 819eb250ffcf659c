import { redirect } from 'react-router';
import { logoutManager } from '@/features/manager-auth/api/logout';
import { paths } from '@/lib/paths';
import { commitUndoables } from '@/lib/undo';

export async function loader() {
  await commitUndoables();
  await logoutManager();
  return redirect(paths.admin.login);
}
