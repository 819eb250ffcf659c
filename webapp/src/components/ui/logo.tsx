import { GraduationCap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { siteLogo } from '@/lib/site-name';
import { useStore } from '@/lib/store';

/** For an academy without a picture of its own. */
export function PlainMark() {
  return (
    <span
      aria-hidden="true"
      className="grid size-[min(2.25rem,12vw)] shrink-0 place-items-center rounded-lg bg-action text-on-action"
    >
      <GraduationCap size={20} />
    </span>
  );
}

export function LogoPicture({ src }: { src: string }) {
  return (
    <img
      src={src}
      alt=""
      width={36}
      height={36}
      className="size-[min(2.25rem,12vw)] shrink-0 rounded-lg object-contain"
    />
  );
}

/** The academy's mark and name; `mark` is for pages that are rendered before the mark is known. */
export function Logo({ to, name, mark }: { to: string; name: string; mark?: ReactNode }) {
  const picture = useStore(siteLogo);
  return (
    <Link to={to} className="tap flex min-w-0 items-center gap-2.5 rounded-base font-bold text-ink">
      {mark ?? (picture ? <LogoPicture src={picture} /> : <PlainMark />)}
      <span dir="auto" className="truncate text-lg">
        {name}
      </span>
    </Link>
  );
}
