import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-styles';

/** A link that looks like a button: it goes somewhere and does nothing else. */
export function LinkButton({
  to,
  variant,
  size,
  className,
  children,
  'aria-label': label,
}: {
  to: To;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
  'aria-label'?: string;
}) {
  return (
    <Link to={to} aria-label={label} className={buttonClass(variant, size, className)}>
      {children}
    </Link>
  );
}
