import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useIntl } from 'react-intl';

/** Lets React Aria speak and mirror like the page. It stands round the areas that use it; the public pages do not. */
export function AriaI18nProvider({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useIntl().locale}>{children}</I18nProvider>;
}
