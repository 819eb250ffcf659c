import { cx } from '@/lib/cx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'normal' | 'large';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-base border py-1 font-semibold wrap-break-word transition duration-200 select-none disabled:opacity-60 data-[disabled]:opacity-60 data-[pending]:cursor-default data-[pending]:opacity-60 data-[pressed]:translate-y-px';
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover',
  secondary: 'border-line-strong/60 bg-card text-ink hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-accent-ink hover:bg-accent-soft',
  danger: 'border-danger bg-card text-danger hover:bg-danger-soft',
};
const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-tap-small px-3 text-sm',
  normal: 'min-h-tap px-4 text-sm',
  large: 'min-h-12 px-6 text-base',
};

export const buttonClass = (variant: ButtonVariant = 'primary', size: ButtonSize = 'normal', extra?: string): string =>
  cx(BASE, VARIANTS[variant], SIZES[size], extra);
