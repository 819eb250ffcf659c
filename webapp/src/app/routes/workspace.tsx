import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { AriaI18nProvider } from '@/i18n/aria-i18n-provider';
import { queryClient } from '@/lib/query-client';

/** The frame of the screens that use the query cache and React Aria's controls. */
export function Component({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <AriaI18nProvider>{children}</AriaI18nProvider>
    </QueryClientProvider>
  );
}
