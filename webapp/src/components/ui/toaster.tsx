import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { useStore } from '@/lib/store';
import { toasts } from '@/lib/toast';
import { useLatePart } from './use-late-part';

const messages = defineMessages({ region: { id: 'toast.region', defaultMessage: 'Notifications' } });

const loadList = () => import('./toast-list');

/**
 * Shows the toasts of lib/toast: top right in both directions, 20 px from the edges, 25rem wide (section 9). The region
 * exists from the start, so that screen readers announce what is added; its list is loaded with the first toast.
 */
export function Toaster() {
  const intl = useIntl();
  const list = useStore(toasts);
  const looks = useLatePart(loadList, list.length > 0 ? list : null);
  return (
    <section
      aria-label={intl.formatMessage(messages.region)}
      aria-live="polite"
      className="pointer-events-none fixed top-(--toast-offset) ltr:end-(--toast-offset) rtl:start-(--toast-offset) z-[60] flex w-(--toast-width) max-w-[calc(100vw-2*var(--toast-offset))] flex-col gap-3"
    >
      {looks && list.length > 0 && <looks.ToastList list={list} />}
    </section>
  );
}
