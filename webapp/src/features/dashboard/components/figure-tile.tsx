import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '@/lib/cx';

export interface FigureTileProps {
  name: string;
  /** null while it is on its way. */
  value: string | null;
  /** What the figure counts; a part of it may have to be asked too. */
  text: ReactNode;
  icon: ReactNode;
  /** Where those that it counts are listed. */
  to?: string;
  /** It changes by itself. */
  live?: boolean;
}

/** One number with its name. */
export function FigureTile({ name, value, text, icon, to, live = false }: FigureTileProps) {
  const inside = (
    <>
      <span className="flex items-center justify-between gap-3 text-sm font-semibold text-muted">
        {name}
        <span className="text-accent-ink">{icon}</span>
      </span>
      <span aria-live={live ? 'polite' : undefined} className="text-3xl font-bold tabular-nums">
        {value ?? <span aria-hidden="true" className="skeleton inline-block h-8 w-14 align-middle" />}
      </span>
      <span className="min-h-5 text-sm text-muted">{text}</span>
    </>
  );
  const look = 'card flex h-full flex-col gap-1.5 p-4 sm:p-5';
  return (
    <li>
      {to ? (
        <Link to={to} className={cx(look, 'transition duration-200 hover:border-accent')}>
          {inside}
        </Link>
      ) : (
        <div className={look}>{inside}</div>
      )}
    </li>
  );
}
