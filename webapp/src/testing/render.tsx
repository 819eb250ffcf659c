import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { AriaI18nProvider } from '@/i18n/aria-i18n-provider';
import { I18nProvider } from '@/i18n/i18n-provider';
import { activeLocale } from '@/i18n/locale';
import ar from '@/i18n/messages/ar.json';
import en from '@/i18n/messages/en.json';
import type { Locale } from '@/lib/preferences';
import { queryClient } from '@/lib/query-client';

interface Options {
  locale?: Locale;
  path?: string;
  /** Further routes of the test app; the element is rendered at `path`. */
  routes?: RouteObject[];
}

/** Renders an element as in the app, by default in English, and returns a user and the router. */
export function renderApp(element: ReactNode, { locale = 'en', path = '/', routes = [] }: Options = {}) {
  activeLocale.set({ locale, messages: locale === 'ar' ? ar : en });
  document.documentElement.lang = locale;
  const router = createMemoryRouter(
    [{ path: path.split(/[?#]/)[0], element: <Suspense>{element}</Suspense> }, ...routes],
    { initialEntries: [path] },
  );
  const view = render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider>
        <AriaI18nProvider>
          <RouterProvider router={router} />
        </AriaI18nProvider>
      </I18nProvider>
    </QueryClientProvider>,
  );
  return { ...view, router, user: userEvent.setup() };
}
