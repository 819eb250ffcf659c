import { RouterProvider } from 'react-router/dom';
import { useLatePart } from '@/components/ui/use-late-part';
import { I18nProvider } from '@/i18n/i18n-provider';
import { asked } from '@/lib/password-again';
import { useStore } from '@/lib/store';
import { toasts } from '@/lib/toast';
import { router } from './router';
import { fadeScreens } from './screen-fade';

const screens = fadeScreens(router);

const loadPasswordAgain = async () => {
  try {
    return await import('@/features/password-again/components/password-again');
  } catch (error) {
    // Nobody can be asked: calls must not wait for ever.
    for (const { settle } of asked.get()) settle(false);
    throw error;
  }
};

const loadToaster = () => import('@/components/ui/toaster');

export function Providers() {
  return (
    <I18nProvider>
      <RouterProvider router={screens} />
      <Toasts />
      <PasswordAgain />
    </I18nProvider>
  );
}

/** Loaded with the first toast. Its region exists, empty, before the toast appears in it. */
function Toasts() {
  const list = useStore(toasts);
  const late = useLatePart(loadToaster, list.length > 0 ? list : null);
  return late && <late.Toaster />;
}

/** Over every screen, since any call may need the password again, those too that a screen waits for before it is shown. */
function PasswordAgain() {
  const asks = useStore(asked);
  const late = useLatePart(loadPasswordAgain, asks.length > 0 ? asks : null);
  return late && <late.PasswordAgain />;
}
