import { useEffect } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { LoadingState } from '@/components/ui/loading-state';
import { NavigationBar } from '@/components/layout/navigation-bar';
import { trackPageView } from '@/lib/page-view';

/** Around every screen: the page goes to its top, and a page view is told, at each navigation. */
export function Root() {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  useEffect(() => {
    window.scrollTo(0, 0);
    trackPageView(pathname);
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
