import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import { cx } from '@/lib/cx';

/** A button with an icon, and a name for screen readers. */
export function IconButton({
  label,
  children,
  className,
  ...props
}: Omit<ButtonProps, 'children' | 'className'> & { label: string; children: ReactNode; className?: string }) {
  return (
    <AriaButton
      {...props}
      aria-label={label}
      className={cx(
        'inline-flex size-tap shrink-0 items-center justify-center rounded-base text-muted transition duration-200 hover:bg-sunken hover:text-ink disabled:opacity-60',
        className,
      )}
    >
      {children}
    </AriaButton>
  );
}
