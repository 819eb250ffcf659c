import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Takes the focus, and is scrolled to, when it appears: in place of a form that is done, whose button has gone and the
 * focus with it.
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
