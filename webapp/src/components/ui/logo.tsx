import { GraduationCap } from 'lucide-react';
import { Link } from 'react-router';

export function Logo({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className="flex min-w-0 items-center gap-2.5 rounded-base font-bold text-ink">
      <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-lg bg-action text-on-action">
        <GraduationCap size={20} />
      </span>
      <span className="truncate text-lg">{name}</span>
    </Link>
  );
}
