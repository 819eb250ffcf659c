import { Bell, CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { removeToast, type ToastMessage, type ToastSeverity } from '@/lib/toast';

const messages = defineMessages({ close: { id: 'toast.close', defaultMessage: 'Close notification' } });

const LOOK: Record<ToastSeverity, string> = {
  success: 'border-s-success [--tint:var(--success)]',
  info: 'border-s-info [--tint:var(--info)]',
  warn: 'border-s-warn [--tint:var(--warn)]',
  error: 'border-s-danger [--tint:var(--danger)]',
  secondary: 'border-s-line-strong [--tint:var(--muted)]',
  contrast: 'border-s-ink bg-ink text-bg [--tint:currentColor]',
};
const ICON = {
  success: CircleCheck,
  info: Info,
  warn: TriangleAlert,
  error: CircleAlert,
  secondary: Bell,
  contrast: Bell,
};

export function ToastList({ list }: { list: readonly ToastMessage[] }) {
  const frame = useRef<HTMLDivElement>(null);
  /** What had the focus before F6 led here. */
  const before = useRef<Element | null>(null);
  const back = () => {
    if (before.current instanceof HTMLElement) before.current.focus();
    before.current = null;
  };
  useEffect(() => {
    // Where a dialog keeps the focus, Tab does not lead here.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
      const newest = [...(frame.current?.children ?? [])].findLast((toast) => !toast.hasAttribute('inert'));
      if (!newest) return;
      event.preventDefault();
      if (frame.current?.contains(document.activeElement)) return back();
      before.current = document.activeElement;
      newest.querySelector('button')?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => {
    // The toast with the focus is leaving.
    if (frame.current?.contains(document.activeElement) && document.activeElement?.closest('[inert]')) back();
  }, [list]);
  return (
    <div ref={frame} className="contents">
      {list.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function Toast({ toast }: { toast: ToastMessage }) {
  const intl = useIntl();
  const text = useId();
  const { id, life, severity, summary, detail, action, leaving } = toast;
  const [held, setHeld] = useState(false);
  const left = useRef(life);
  useEffect(() => {
    if (!left.current || held) return;
    const begun = Date.now();
    const timer = window.setTimeout(() => removeToast(id), left.current);
    return () => {
      window.clearTimeout(timer);
      // At least a moment remains, because a person who left the toast may come back.
      left.current = Math.max(500, (left.current ?? 0) - (Date.now() - begun));
    };
  }, [id, held]);
  const Icon = ICON[severity];
  return (
    // Pointing at it only stops its clock.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      role={severity === 'error' ? 'alert' : undefined}
      inert={leaving}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        'card pointer-events-auto flex items-start gap-3 border-s-4 px-4 py-3 shadow-pop',
        leaving ? 'leaving' : 'fade-in',
        LOOK[severity],
      )}
    >
      <Icon aria-hidden size={20} className="mt-1 shrink-0 text-(--tint)" />
      <div className="min-w-0 flex-1">
        <div id={text}>
          {summary && <p className="font-semibold">{summary}</p>}
          {detail && <p className="text-sm opacity-90">{detail}</p>}
        </div>
        {action && (
          <button
            type="button"
            onClick={action.onAction}
            className="mt-1 min-h-tap-small min-w-tap-small rounded-base text-start text-sm font-bold underline underline-offset-4"
          >
            {action.label}
          </button>
        )}
      </div>
      {toast.closable && (
        <button
          type="button"
          aria-label={intl.formatMessage(messages.close)}
          // Which one, without its text being announced twice when it appears, as a longer name would be.
          aria-describedby={text}
          onClick={() => removeToast(id)}
          className="grid size-tap-small shrink-0 place-items-center rounded-base opacity-70 transition duration-200 hover:opacity-100"
        >
          <X aria-hidden size={18} />
        </button>
      )}
    </div>
  );
}
