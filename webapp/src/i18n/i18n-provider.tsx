import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { theme } from '@/lib/preferences';
import { useStore } from '@/lib/store';
import { activeLocale, intlLocale } from './locale';

/** Provides the active language; renders nothing until its messages have loaded. */
export function I18nProvider({ children }: { children: ReactNode }) {
  const active = useStore(activeLocale);
  const { calendar, digits } = useStore(theme);
  if (!active) return null;
  return (
    <IntlProvider locale={intlLocale(active.locale, calendar, digits)} defaultLocale="en" messages={active.messages}>
      {children}
    </IntlProvider>
  );
}
