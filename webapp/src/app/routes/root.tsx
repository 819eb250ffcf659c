import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { LoadingState } from '@/components/ui/loading-state';
import { NavigationBar } from '@/components/layout/navigation-bar';
import { trackPageView } from '@/lib/page-view';

/** The frame of every screen: each navigation scrolls to the top and reports a page view. */
export function Root() {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const shown = useRef(pathname);
  useEffect(() => {
    trackPageView(pathname);
    // The first screen keeps the browser's scroll position, because somebody may already be reading.
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    // Moves the focus to the beginning of the new screen, unless it has opened a dialog.
    if (!document.activeElement?.closest('[role=dialog], [role=alertdialog]')) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [pathname]);
  return (
    <>
      <NavigationBar busy={navigation.state !== 'idle'} />
      <Outlet />
    </>
  );
}

export function RouteFallback() {
  return (
    <div className="page">
      <LoadingState />
    </div>
  );
}
