import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { theme } from '@/lib/preferences';
import { useStore } from '@/lib/store';
import { activeLocale, intlLocale } from './locale';

/** Gives the active language to everything below; nothing is drawn before its messages are there. */
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
