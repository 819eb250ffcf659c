import { lazy, Suspense, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { I18nProvider } from '@/i18n/i18n-provider';
import { useStore } from '@/lib/store';
import { toasts } from '@/lib/toast';
import { router } from './router';

const Toaster = lazy(async () => ({ default: (await import('@/components/ui/toaster')).Toaster }));

export function Providers() {
  return (
    <I18nProvider>
      <RouterProvider router={router} />
      <Toasts />
    </I18nProvider>
  );
}

/** Comes with the first toast, and stays: its region is there, and empty, before the toast comes into it. */
function Toasts() {
  const any = useStore(toasts).length > 0;
  const [ever, setEver] = useState(false);
  if (any && !ever) setEver(true);
  return (
    ever && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
