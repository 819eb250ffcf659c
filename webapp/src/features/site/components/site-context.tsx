import { createContext, use, useEffect, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { activateLocale, activeLocale } from '@/i18n/locale';
import { hasChosenLocale } from '@/lib/preferences';
import { siteLogo, siteName } from '@/lib/site-name';
import { defaultLanguage } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { loadSite, useSite, useSiteView } from '../api/fetch-site';
import type { Site, SitePages, SiteView } from '../model';

const messages = defineMessages({ name: { id: 'site.name', defaultMessage: 'The Academy' } });

const SiteContext = createContext<Site | null>(null);
const PagesContext = createContext<SitePages | undefined>(undefined);

export function SiteProvider({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const locale = useStore(activeLocale)?.locale ?? 'ar';
  const site = useSite(locale, intl.formatMessage(messages.name));
  const pages = useSiteView(locale)?.pages;
  useEffect(() => void loadSite(locale), [locale]);
  useEffect(() => siteName.set(site.name), [site.name]);
  useEffect(() => siteLogo.set(site.logo), [site.logo]);
  const academys = useStore(defaultLanguage);
  useEffect(() => {
    // A screen that came before the site was known is in Arabic. Who has chosen a language keeps it, and who has not may
    // still choose.
    if (academys && academys !== activeLocale.get()?.locale && !hasChosenLocale())
      void activateLocale(academys).catch(() => undefined);
  }, [academys]);
  return (
    <SiteContext value={site}>
      <PagesContext value={pages}>{children}</PagesContext>
    </SiteContext>
  );
}

/** Shows a site that is not the published one: a preview. */
export function SitePreview({ view, children }: { view: SiteView; children: ReactNode }) {
  return (
    <SiteContext value={view}>
      <PagesContext value={view.pages}>{children}</PagesContext>
    </SiteContext>
  );
}

export function useSiteInfo(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('useSiteInfo stands outside SiteProvider');
  return site;
}

/** The content of the public pages; the public layout shows its pages only when it has loaded. */
export function useSitePages(): SitePages {
  const pages = use(PagesContext);
  if (!pages) throw new Error('The site has not been loaded');
  return pages;
}
