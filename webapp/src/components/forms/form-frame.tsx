import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { cx } from '@/lib/cx';

export interface FormFrameProps {
  onSubmit: () => Promise<unknown>;
  /** The error of the form as a whole. */
  problem?: ReactNode;
  /** The button's text. */
  label: string;
  busy: boolean;
  /** A screen's only form has a large full-width button; other forms have a plain one at this end. */
  button?: 'large' | 'start' | 'end';
  className?: string;
  children: ReactNode;
}

/** The frame of every form: the error above, the fields, the button below. */
export function FormFrame({ onSubmit, problem, label, busy, button = 'large', className, children }: FormFrameProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The button is disabled, but Enter in a form with one field would submit it again.
        if (!busy) void onSubmit();
      }}
      className={cx('flex flex-col gap-4', className)}
    >
      {problem && <Notice severity="error">{problem}</Notice>}
      {children}
      <Button
        type="submit"
        size={button === 'large' ? 'large' : 'normal'}
        loading={busy}
        className={button === 'large' ? undefined : button === 'start' ? 'self-start' : 'self-end'}
      >
        {label}
      </Button>
    </form>
  );
}
