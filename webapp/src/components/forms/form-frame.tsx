import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { cx } from '@/lib/cx';

export interface FormFrameProps {
  onSubmit: () => Promise<unknown>;
  /** What was refused of the form as a whole. */
  problem?: ReactNode;
  /** Of the button. */
  label: string;
  busy: boolean;
  /** A screen's one form has a large button over its whole width; others a plain one at this end. */
  button?: 'large' | 'start' | 'end';
  className?: string;
  children: ReactNode;
}

/** What every form has: the refusal above, the fields, the button below. */
export function FormFrame({ onSubmit, problem, label, busy, button = 'large', className, children }: FormFrameProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The button waits, but Enter in a form of one field would send it again.
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
