import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

export type BadgeSeverity = 'info' | 'success' | 'warn' | 'danger' | 'secondary' | 'contrast';

const LOOK: Record<BadgeSeverity, string> = {
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  secondary: 'bg-sunken text-muted',
  contrast: 'bg-ink text-bg',
};

export function Badge({ severity = 'secondary', children }: { severity?: BadgeSeverity; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        LOOK[severity],
      )}
    >
      {children}
    </span>
  );
}
