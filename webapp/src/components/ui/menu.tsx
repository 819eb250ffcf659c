import { EllipsisVertical } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu';
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
  /** A function is called when the menu opens, because a list has a menu per row. */
  actions: readonly MenuAction[] | (() => readonly MenuAction[]);
  /** Shown on the button in place of three dots. */
  face?: ReactNode;
  className?: string;
}

/** Where the focus starts in the open menu; nowhere if it was opened by pointer. */
type Begin = 'first' | 'last' | true;

const BEGIN: Partial<Record<string, Begin>> = { Enter: 'first', ' ': 'first', ArrowDown: 'first', ArrowUp: 'last' };

/** A button with a menu of actions. While closed it is only a button, because there may be one in each row of a table. */
export function Menu({ label, actions, face, className }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<Begin | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const begin = BEGIN[event.key];
    if (!begin) return;
    event.preventDefault();
    setOpen(begin);
  };
  const close = () => setOpen(null);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        className={cx(
          'inline-flex min-h-10 min-w-10 items-center justify-center gap-2 rounded-base px-2 text-sm font-semibold transition duration-200 hover:bg-sunken disabled:opacity-60',
          className,
        )}
        onClick={({ currentTarget, detail }) => {
          // Safari does not focus a clicked button; this makes the focus return to it.
          currentTarget.focus();
          setOpen(detail === 0 ? 'first' : true);
        }}
        onKeyDown={onKeyDown}
      >
        {face ?? <EllipsisVertical aria-hidden size={20} />}
      </button>
      {open !== null && (
        <Popover
          isOpen
          onOpenChange={close}
          triggerRef={trigger}
          trigger="MenuTrigger"
          aria-label={label}
          placement="bottom end"
          className="fade-in card min-w-52 overflow-y-auto p-1.5 shadow-pop"
        >
          <AriaMenu aria-label={label} autoFocus={open} onClose={close} className="outline-none">
            {(typeof actions === 'function' ? actions() : actions).map((action) => (
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
      )}
    </>
  );
}
