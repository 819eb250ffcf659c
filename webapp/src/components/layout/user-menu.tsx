import { ChevronDown, CircleUserRound } from 'lucide-react';
import { Menu } from '@/components/ui/menu';
import type { MenuAction } from '@/components/ui/menu-model';

export type UserMenuEntry = MenuAction;

/** The overflow menu of a shell's top bar. */
export function UserMenu({ label, name, entries }: { label: string; name: string; entries: readonly UserMenuEntry[] }) {
  return (
    <Menu
      // The button's visible text is part of its name (WCAG 2.5.3).
      label={[label, name].join(': ')}
      actions={entries}
      className="max-w-56"
      face={
        <>
          <CircleUserRound aria-hidden size={20} className="shrink-0" />
          <span dir="auto" className="hidden truncate sm:inline">
            {name}
          </span>
          <ChevronDown aria-hidden size={16} className="shrink-0" />
        </>
      }
    />
  );
}
