import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { SkipLink } from '@/components/layout/skip-link';
import { PublicFooter } from '@/features/site/components/public-footer';
import { PublicHeader } from '@/features/site/components/public-header';
import { SiteProvider } from '@/features/site/components/site-context';
import { theme } from '@/lib/preferences';
import { useStore } from '@/lib/store';

export function Component() {
  const { scheme } = useStore(theme);
  // The public pages carry the scheme as a class of the body too (section 2 of the specification).
  useEffect(() => {
    document.body.classList.remove('light', 'dark');
    document.body.classList.add(scheme);
  }, [scheme]);
  return (
    <SiteProvider>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <PublicHeader />
        <main id="main" tabIndex={-1} className="outline-none">
          <Outlet />
        </main>
        <PublicFooter />
      </div>
    </SiteProvider>
  );
}
