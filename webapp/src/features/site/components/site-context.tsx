import { createContext, use, useEffect, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { activeLocale } from '@/i18n/locale';
import { siteName } from '@/lib/site-name';
import { useStore } from '@/lib/store';
import { loadSite, useSite, type Site } from '../api/fetch-site';

const messages = defineMessages({ name: { id: 'site.name', defaultMessage: 'The Academy' } });

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const site = useSite(useStore(activeLocale)?.locale ?? 'ar', intl.formatMessage(messages.name));
  useEffect(() => void loadSite(), []);
  useEffect(() => siteName.set(site.name), [site.name]);
  return <SiteContext value={site}>{children}</SiteContext>;
}

export function useSiteInfo(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('useSiteInfo stands outside SiteProvider');
  return site;
}
