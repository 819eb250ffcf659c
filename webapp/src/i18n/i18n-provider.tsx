import type { ReactNode } from 'react';
import { I18nProvider as AriaI18nProvider } from 'react-aria-components/I18nProvider';
import { IntlProvider } from 'react-intl';
import { useStore } from '@/lib/store';
import { activeLocale, intlLocale } from './locale';

/** Gives the active language to react-intl and React Aria alike. */
export function I18nProvider({ children }: { children: ReactNode }) {
  const active = useStore(activeLocale);
  if (!active) return null;
  const locale = intlLocale(active.locale);
  return (
    <IntlProvider locale={locale} defaultLocale="en" messages={active.messages}>
      <AriaI18nProvider locale={locale}>{children}</AriaI18nProvider>
    </IntlProvider>
  );
}
