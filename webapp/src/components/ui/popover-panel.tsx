import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Scheme } from '@/lib/preferences';

/** A panel over the page that keeps the page usable: it takes the focus when it opens and returns it when it closes. */
export function PopoverPanel({
  label,
  scheme,
  dismissable,
  onClose,
  className,
  children,
}: {
  label: string;
  scheme?: Scheme;
  /** Whether a click outside closes it. */
  dismissable: boolean;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close.current();
    const onPointerDown = (event: PointerEvent) => {
      const { target } = event;
      // The opener closes it itself, React Aria's overlays belong to what opened them, and toasts lie over everything.
      if (!dismissable || !(target instanceof Element) || panel.current?.contains(target)) return;
      if (before?.contains(target) || target.closest('[data-rac]:not(#root *), [data-react-aria-top-layer]')) return;
      close.current();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [dismissable]);
  return createPortal(
    <section
      ref={panel}
      role="dialog"
      aria-modal="false"
      aria-label={label}
      tabIndex={-1}
      data-scheme={scheme}
      className={className}
    >
      {children}
    </section>,
    document.body,
  );
}
