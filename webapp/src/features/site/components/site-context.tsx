import { createContext, use, useEffect, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { activeLocale } from '@/i18n/locale';
import { siteName } from '@/lib/site-name';
import { useStore } from '@/lib/store';
import { loadSite, useSite, useSiteView } from '../api/fetch-site';
import type { Site, SitePages } from '../model';

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
  return (
    <SiteContext value={site}>
      <PagesContext value={pages}>{children}</PagesContext>
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
