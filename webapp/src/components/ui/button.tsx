import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-styles';
import { Spinner } from './spinner';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Disables the button and shows a spinner. The focus stays on the button, so that keyboard users keep their place. */
  loading?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Button({ variant, size, loading = false, className, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} isPending={loading} className={buttonClass(variant, size, className)}>
      {loading && <Spinner />}
      {children}
    </AriaButton>
  );
}
