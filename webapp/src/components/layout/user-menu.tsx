import { ChevronDown, CircleUserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';

export interface UserMenuEntry {
  id: string;
  label: string;
  icon: ReactNode;
  onAction: () => void;
}

/** The overflow menu of a shell's top bar. */
export function UserMenu({ label, name, entries }: { label: string; name: string; entries: readonly UserMenuEntry[] }) {
  // What is seen on the button is part of its name (WCAG 2.5.3).
  const fullLabel = [label, name].join(': ');
  return (
    <MenuTrigger>
      <Button
        aria-label={fullLabel}
        className="inline-flex min-h-10 max-w-56 items-center gap-2 rounded-base px-2 text-sm font-semibold transition duration-200 hover:bg-sunken"
      >
        <CircleUserRound aria-hidden size={20} />
        <span dir="auto" className="hidden truncate sm:inline">
          {name}
        </span>
        <ChevronDown aria-hidden size={16} />
      </Button>
      <Popover placement="bottom end" className="fade-in card min-w-52 p-1.5 shadow-pop">
        <Menu className="outline-none">
          {entries.map((entry) => (
            <AriaMenuItem
              key={entry.id}
              id={entry.id}
              onAction={entry.onAction}
              textValue={entry.label}
              className="flex cursor-pointer items-center gap-3 rounded-base px-3 py-2.5 text-sm font-semibold outline-none data-[focused]:bg-sunken"
            >
              {entry.icon}
              {entry.label}
            </AriaMenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
