import { ArrowLeft, ArrowRight, ChevronLeft, ChevronRight, type LucideIcon, type LucideProps } from 'lucide-react';
import { cx } from '@/lib/cx';

// Icons that point in the reading direction, drawn for left to right and mirrored in Arabic. ESLint forbids other files
// to use directional icons directly.
const along = (Icon: LucideIcon) =>
  function DirectionIcon({ className, ...props }: LucideProps) {
    return <Icon aria-hidden {...props} className={cx('rtl:-scale-x-100', className)} />;
  };

export const ArrowForward = along(ArrowRight);
export const ArrowBack = along(ArrowLeft);
export const ChevronForward = along(ChevronRight);
export const ChevronBack = along(ChevronLeft);
