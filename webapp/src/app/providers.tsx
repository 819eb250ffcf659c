import { RouterProvider } from 'react-router/dom';
import { Toaster } from '@/components/ui/toaster';
import { I18nProvider } from '@/i18n/i18n-provider';
import { router } from './router';

export function Providers() {
  return (
    <I18nProvider>
      <RouterProvider router={router} />
      <Toaster />
    </I18nProvider>
  );
}
