import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Takes the focus and scrolls into view when it appears: it replaces a finished form, whose button had the focus.
 */
export function FocusHere({ role, className, children }: { role?: 'status'; className?: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} role={role} tabIndex={-1} className={`outline-none ${className ?? ''}`}>
      {children}
    </div>
  );
}
