import { RouterProvider } from 'react-router/dom';
import { useLatePart } from '@/components/ui/use-late-part';
import { I18nProvider } from '@/i18n/i18n-provider';
import { useStore } from '@/lib/store';
import { toasts } from '@/lib/toast';
import { router } from './router';

const loadToaster = () => import('@/components/ui/toaster');

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
  const list = useStore(toasts);
  const late = useLatePart(loadToaster, list.length > 0 ? list : null);
  return late && <late.Toaster />;
}
