import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

export type BadgeSeverity = 'info' | 'success' | 'warn' | 'danger' | 'secondary' | 'contrast';
export type BadgeSize = 'small' | 'normal' | 'large' | 'xlarge';

const LOOK: Record<BadgeSeverity, string> = {
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  secondary: 'bg-sunken text-muted',
  contrast: 'bg-ink text-bg',
};
const SIZE: Record<BadgeSize, string> = {
  small: 'px-2 text-[0.6875rem] leading-4',
  normal: 'px-2.5 py-0.5 text-xs',
  large: 'px-3 py-1 text-sm',
  xlarge: 'px-3.5 py-1 text-base',
};

export function Badge({
  severity = 'secondary',
  size = 'normal',
  children,
}: {
  severity?: BadgeSeverity;
  size?: BadgeSize;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full font-semibold whitespace-nowrap',
        SIZE[size],
        LOOK[severity],
      )}
    >
      {children}
    </span>
  );
}
