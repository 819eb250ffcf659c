import { lazy, Suspense, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigation, useNavigationType } from 'react-router';
import { NavigationBar } from '@/components/layout/navigation-bar';
import { SlowNotice } from '@/components/layout/slow-notice';
import { LoadingState, Skeleton } from '@/components/ui/loading-state';
import { trackFirstPageView, trackPageView } from '@/lib/page-view';
import { learnerSession, managerSession } from '@/lib/session';
import { useWaiting } from '@/lib/waiting';

/** The frame of every screen: each navigation scrolls to the top and reports a page view. */
export function Root() {
  const { pathname, search } = useLocation();
  const way = useNavigationType();
  const navigation = useNavigation();
  const shown = useRef<{ pathname: string; search: string }>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, search };
    // The first screen keeps the browser's scroll position, because somebody may already be reading.
    if (!before) return trackFirstPageView(pathname);
    const moved = pathname !== before.pathname;
    // A query that replaces itself, as a search does while it is typed, leads nowhere.
    if (moved || (search !== before.search && way !== NavigationType.Replace)) trackPageView(pathname);
    // Lists scroll to their own beginning (lib/use-list-top.ts).
    if (!moved) return;
    window.scrollTo(0, 0);
    // Moves the focus to the beginning of the new screen, unless it has opened a dialog.
    if (!document.activeElement?.closest('[role=dialog], [role=alertdialog]')) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [pathname, search, way]);
  const busy = navigation.state !== 'idle';
  useWaiting(busy);
  return (
    <>
      <NavigationBar busy={busy} />
      <Outlet />
      <SlowNotice />
    </>
  );
}

/** The sign-in and the screens around it are one card. */
const CARD = /^\/(?:admin|client)\//;

function Waiting() {
  const { pathname } = useLocation();
  return CARD.test(pathname) ? (
    <div className="flex justify-center px-4 pt-22 sm:pt-28">
      <div className="card w-full max-w-md p-6 sm:p-8">
        <LoadingState>
          <Skeleton className="mb-8 h-8 w-1/2" />
          <Skeleton className="mb-5 h-11" />
          <Skeleton className="mb-5 h-11" />
          <Skeleton className="h-12" />
        </LoadingState>
      </div>
    </div>
  ) : (
    <div className="page pt-28">
      <LoadingState>
        <Skeleton className="mb-6 h-10 w-2/5" />
        <Skeleton className="mb-3 h-5 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
      </LoadingState>
    </div>
  );
}
/** Without a network there is no frame either. */
const orWaiting = () => ({ default: Waiting });
const FRAMES = {
  admin: lazy(() => import('./admin/loading').catch(orWaiting)),
  client: lazy(() => import('./client/loading').catch(orWaiting)),
};
/** The signed-in areas, without their pages for visitors. */
const AREA = /^\/(admin|client)(?!\/(?:auth|two-factor|setup|logout)(?:\/|$))(?:\/|$)/;

/** Until the first screen is there: in an area its frame, for whoever is signed in. */
export function RouteFallback() {
  const { pathname } = useLocation();
  const area = AREA.exec(pathname)?.[1] as keyof typeof FRAMES | undefined;
  const signedIn = area && (area === 'admin' ? managerSession : learnerSession).token();
  const Frame = area && signedIn ? FRAMES[area] : Waiting;
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <Frame />
      </Suspense>
      <SlowNotice />
    </>
  );
}
