import { QueryClientProvider, useIsFetching, useIsMutating } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useKeepFocus } from '@/components/layout/use-keep-focus';
import { AriaI18nProvider } from '@/i18n/aria-i18n-provider';
import { queryClient } from '@/lib/query-client';
import { useWaiting } from '@/lib/waiting';

/** The frame of the screens that use the query cache and React Aria's controls. */
export function Component({ children = <Outlet /> }: { children?: ReactNode }) {
  useKeepFocus();
  return (
    <QueryClientProvider client={queryClient}>
      <Waits />
      <AriaI18nProvider>{children}</AriaI18nProvider>
    </QueryClientProvider>
  );
}

/** Somebody waits for each answer but one that only brings what is shown up to date, or tells its progress itself. */
function Waits() {
  const asked = useIsFetching({
    predicate: (query) => query.state.data === undefined && query.getObserversCount() > 0,
  });
  const sent = useIsMutating({ predicate: ({ meta }) => !meta?.['tellsProgress'] });
  useWaiting(asked + sent > 0);
  return null;
}
