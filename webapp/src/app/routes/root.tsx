import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { LoadingState } from '@/components/ui/loading-state';
import { NavigationBar } from '@/components/layout/navigation-bar';
import { trackPageView } from '@/lib/page-view';

/** Around every screen: the page goes to its top, and a page view is told, at each navigation. */
export function Root() {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const shown = useRef(pathname);
  useEffect(() => {
    trackPageView(pathname);
    // The first screen stands where the browser has put it: somebody may be reading already.
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    // Keyboards and screen readers go on where the new screen begins, unless it has opened a dialog.
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
