import type { ReactNode, Ref } from 'react';
import { cx } from '@/lib/cx';

export interface TableFrameProps {
  label: string;
  /** Its few columns fit a phone. */
  narrow?: boolean;
  className?: string;
  /** The frame, for `useListTop`. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** Lets a wide table scroll sideways instead of the page, also by keyboard. */
export function TableFrame({ label, narrow = false, className, ref, children }: TableFrameProps) {
  return (
    // A scrolling area must be reachable by keyboard (WCAG 2.1.1).
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={ref} tabIndex={0} className={cx('overflow-x-auto', className)}>
      <table aria-label={label} className={cx('w-full border-collapse wrap-break-word', !narrow && 'min-w-2xl')}>
        {children}
      </table>
    </div>
  );
}
