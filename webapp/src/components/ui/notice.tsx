import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

type Severity = 'info' | 'success' | 'warn' | 'error';

const LOOK: Record<Severity, string> = {
  info: 'border-info/30 bg-info-soft text-info',
  success: 'border-success/30 bg-success-soft text-success',
  warn: 'border-warn/30 bg-warn-soft text-warn',
  error: 'border-danger/30 bg-danger-soft text-danger',
};
const ICON = { info: Info, success: CircleCheck, warn: TriangleAlert, error: CircleAlert };

/** A message shown in place. Errors are announced assertively, others politely. */
export function Notice({ severity = 'info', children }: { severity?: Severity; children: ReactNode }) {
  const Icon = ICON[severity];
  return (
    <div
      role={severity === 'error' ? 'alert' : 'status'}
      className={cx('fade-in flex items-start gap-3 rounded-base border px-4 py-3 text-sm', LOOK[severity])}
    >
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
