import { useEffect } from 'react';
import { Outlet, useSearchParams } from 'react-router';
import { SkipLink } from '@/components/layout/skip-link';
import { loadSite, siteIsKnown } from '@/features/site/api/fetch-site';
import { PublicFooter } from '@/features/site/components/public-footer';
import { PublicHeader } from '@/features/site/components/public-header';
import { SiteProvider } from '@/features/site/components/site-context';
import { activeLocale } from '@/i18n/locale';
import { theme } from '@/lib/preferences';
import { useStore } from '@/lib/store';

/** The pages show the content of the academy's site folder, and nothing without it. */
export const loader = async () => {
  await loadSite();
  if (!siteIsKnown()) throw new Error('The academy’s site could not be loaded');
  return null;
};

/** `year` as in the footer. */
export function Component({ year }: { year?: string }) {
  const { scheme } = useStore(theme);
  // The public pages also have the scheme as a class of the body (section 2 of the specification).
  useEffect(() => {
    document.body.classList.remove('light', 'dark');
    document.body.classList.add(scheme);
  }, [scheme]);
  useLanguageInAddress();
  return (
    <SiteProvider>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <PublicHeader />
        <main id="main" tabIndex={-1} className="outline-none">
          <Outlet />
        </main>
        <PublicFooter year={year} />
      </div>
    </SiteProvider>
  );
}

/** Keeps the language in the address (`?lang=en`) equal to the one shown. */
function useLanguageInAddress() {
  const locale = useStore(activeLocale)?.locale;
  const [search, setSearch] = useSearchParams();
  const named = search.get('lang');
  useEffect(() => {
    if (named === null || !locale || named === locale) return;
    setSearch({ lang: locale }, { replace: true, preventScrollReset: true });
  }, [named, locale, setSearch]);
}
