import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { forgetDraftsOf } from '@/lib/draft-storage';
import { paths } from '@/lib/paths';
import { queryClient } from '@/lib/query-client';
import { managerSession } from '@/lib/session';
import { useStore } from '@/lib/store';

/**
 * The session of the page's owner. If it expired, the page stays open for its owner to sign in again over it. If it
 * ended otherwise (quit, another tab, removed), the page is left. If somebody else signs in, they start on a fresh
 * page.
 */
export function useSessionOwner() {
  const navigate = useNavigate();
  const session = useStore(managerSession.state);
  const shown = session ?? (managerSession.mayReturn() ? managerSession.before() : null);
  const gone = shown === null;
  useEffect(() => {
    if (!gone) return;
    // Another tab's sign-out is this one's too.
    if (managerSession.endReason.get() === 'logout') forgetDraftsOf(managerSession.before()?.identity.userId);
    void navigate(paths.admin.login, { replace: true });
  }, [gone, navigate]);

  const userId = shown?.identity.userId;
  const owner = useRef(userId);
  useEffect(() => {
    if (!userId || userId === owner.current) return;
    owner.current = userId;
    queryClient.clear();
    void navigate(paths.admin.home, { replace: true });
  }, [userId, navigate]);
  return { shown, signedIn: session !== null };
}
