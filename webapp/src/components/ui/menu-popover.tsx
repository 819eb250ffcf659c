import type { RefObject } from 'react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '@/lib/cx';
import { menuItemClass, type MenuAction, type MenuStart } from './menu-model';

/** The open menu of a button. */
export function MenuPopover({
  label,
  actions,
  start,
  trigger,
  onClose,
}: {
  label: string;
  actions: readonly MenuAction[];
  start: MenuStart;
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}) {
  return (
    <Popover
      isOpen
      onOpenChange={onClose}
      triggerRef={trigger}
      trigger="MenuTrigger"
      aria-label={label}
      placement="bottom end"
      className="fade-in card min-w-52 overflow-y-auto p-1.5 shadow-pop"
    >
      <AriaMenu aria-label={label} autoFocus={start} onClose={onClose} className="outline-none">
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
  );
}
