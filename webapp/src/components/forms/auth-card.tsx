import type { ReactNode } from 'react';
import { PageTitle } from '@/components/ui/page-title';
import { cx } from '@/lib/cx';

/** The frame of every auth screen: a heading, one action, and links below. */
export function AuthCard({
  title,
  text,
  children,
  footer,
}: {
  title: string;
  text?: string;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <section className="card w-full max-w-md p-6 sm:p-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold">{title}</h1>
      {text && <p className="mt-2 text-sm text-muted">{text}</p>}
      {/* A text that a step begins with is as near the title as one of the card. */}
      <div
        className={cx(
          'mt-6 flex flex-col gap-4',
          !text && '[&>div:first-child>p:first-child]:-mt-4 [&>p:first-child]:-mt-4',
        )}
      >
        {children}
      </div>
      {footer && (
        <div className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-2 touch:gap-y-6 border-t border-line pt-5 text-sm">
          {footer}
        </div>
      )}
    </section>
  );
}
