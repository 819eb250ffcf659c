import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';

export function TextLink({ to, children }: { to: To; children: ReactNode }) {
  return (
    <Link to={to} className="tap font-semibold text-accent-ink underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
