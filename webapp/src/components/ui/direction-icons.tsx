import { ArrowLeft, ArrowRight, ChevronLeft, ChevronRight, type LucideIcon, type LucideProps } from 'lucide-react';
import { cx } from '@/lib/cx';

// Icons that point along the reading, drawn for left to right and turned in Arabic. ESLint keeps the others from using
// those that point to a side by themselves.
const along = (Icon: LucideIcon) =>
  function DirectionIcon({ className, ...props }: LucideProps) {
    return <Icon aria-hidden {...props} className={cx('rtl:-scale-x-100', className)} />;
  };

export const ArrowForward = along(ArrowRight);
export const ArrowBack = along(ArrowLeft);
export const ChevronForward = along(ChevronRight);
export const ChevronBack = along(ChevronLeft);
