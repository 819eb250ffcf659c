import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { useStore } from '@/lib/store';
import { removeToast, toasts, type ToastMessage, type ToastSeverity } from '@/lib/toast';

const messages = defineMessages({
  region: { id: 'toast.region', defaultMessage: 'Notifications' },
  close: { id: 'toast.close', defaultMessage: 'Close notification' },
});

const LOOK: Record<ToastSeverity, string> = {
  success: 'border-s-success',
  info: 'border-s-info',
  warn: 'border-s-warn',
  error: 'border-s-danger',
  secondary: 'border-s-line-strong',
  contrast: 'border-s-ink bg-ink text-bg',
};

/** Shows the toasts of lib/toast: top right in both directions, 20 px from the edges, 25rem wide (section 9). */
export function Toaster() {
  const intl = useIntl();
  const list = useStore(toasts);
  return (
    <section
      aria-label={intl.formatMessage(messages.region)}
      aria-live="polite"
      className="pointer-events-none fixed top-5 ltr:end-5 rtl:start-5 z-[60] flex w-[25rem] max-w-[calc(100vw-40px)] flex-col gap-3"
    >
      {list.map((toast) => (
        <Toast key={toast.id} toast={toast} closeLabel={intl.formatMessage(messages.close)} />
      ))}
    </section>
  );
}

function Toast({ toast, closeLabel }: { toast: ToastMessage; closeLabel: string }) {
  useEffect(() => {
    if (!toast.life) return;
    const timer = window.setTimeout(() => removeToast(toast.id), toast.life);
    return () => window.clearTimeout(timer);
  }, [toast]);
  return (
    <div
      className={cx(
        'card fade-in pointer-events-auto flex items-start gap-3 border-s-4 px-4 py-3 shadow-pop',
        LOOK[toast.severity],
      )}
    >
      <div className="min-w-0 flex-1">
        {toast.summary && <p className="font-semibold">{toast.summary}</p>}
        {toast.detail && <p className="text-sm opacity-90">{toast.detail}</p>}
      </div>
      {toast.closable && (
        <button
          type="button"
          aria-label={closeLabel}
          onClick={() => removeToast(toast.id)}
          className="grid size-8 place-items-center rounded-base opacity-70 hover:opacity-100"
        >
          <X aria-hidden size={18} />
        </button>
      )}
    </div>
  );
}
