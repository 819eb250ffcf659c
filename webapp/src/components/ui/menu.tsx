import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '@/lib/cx';

export interface MenuAction {
  id: string;
  label: string;
  icon?: ReactNode;
  onAction: () => void;
  isDisabled?: boolean;
  danger?: boolean;
}

export const menuItemClass =
  'flex cursor-pointer items-center gap-3 rounded-base px-3 py-2.5 text-sm font-semibold outline-none data-[disabled]:cursor-default data-[disabled]:opacity-60 data-[focused]:bg-sunken';

export interface MenuProps {
  /** Names the button and its menu. */
  label: string;
  actions: readonly MenuAction[];
  /** Shown on the button in place of three dots. */
  face?: ReactNode;
  className?: string;
}

/** A button with a menu of things to do. */
export function Menu({ label, actions, face, className }: MenuProps) {
  return (
    <MenuTrigger>
      <Button
        aria-label={label}
        className={cx(
          'inline-flex min-h-10 min-w-10 items-center justify-center gap-2 rounded-base px-2 text-sm font-semibold transition duration-200 hover:bg-sunken disabled:opacity-60',
          className,
        )}
      >
        {face ?? <EllipsisVertical aria-hidden size={20} />}
      </Button>
      <Popover placement="bottom end" className="fade-in card min-w-52 overflow-y-auto p-1.5 shadow-pop">
        <AriaMenu aria-label={label} className="outline-none">
          {actions.map((action) => (
            <AriaMenuItem
              key={action.id}
              id={action.id}
              onAction={action.onAction}
              isDisabled={action.isDisabled}
              textValue={action.label}
              className={cx(menuItemClass, action.danger && 'text-danger')}
            >
              {action.icon}
              {action.label}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
