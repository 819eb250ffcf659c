import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

/** Lets a wide table scroll sideways by itself, by keyboard too, instead of the page. */
export function TableFrame({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // What scrolls must be reachable by keyboard (WCAG 2.1.1).
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div tabIndex={0} className={cx('overflow-x-auto', className)}>
      <table aria-label={label} className="w-full min-w-2xl border-collapse">
        {children}
      </table>
    </div>
  );
}
