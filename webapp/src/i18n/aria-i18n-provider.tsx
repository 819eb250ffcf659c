import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useIntl } from 'react-intl';

/** Gives React Aria the page's language and direction. Used only around the areas that use React Aria, not on the public pages. */
export function AriaI18nProvider({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useIntl().locale}>{children}</I18nProvider>;
}
