import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { late } from './late';
import type { MenuAction, MenuStart } from './menu-model';

const loadPopover = async () => (await import('./menu-popover')).MenuPopover;
const MenuPopover = late(loadPopover);

/** So that it is there when the button is pressed; a failure shows then. */
const prepare = () => void loadPopover().catch(() => undefined);

export interface MenuProps {
  /** Names the button and its menu. */
  label: string;
  /** A function is called when the menu opens, because a list has a menu per row. */
  actions: readonly MenuAction[] | (() => readonly MenuAction[]);
  /** Shown on the button in place of three dots. */
  face?: ReactNode;
  className?: string;
}

const BEGIN: Partial<Record<string, MenuStart>> = { Enter: 'first', ' ': 'first', ArrowDown: 'first', ArrowUp: 'last' };

/**
 * A button with a menu of actions. While closed it is only a button, because there may be one in each row of a table;
 * React Aria's menu is loaded with the first that is used.
 */
export function Menu({ label, actions, face, className }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<MenuStart | null>(null);
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
          'inline-flex min-h-tap min-w-tap items-center justify-center gap-2 rounded-base px-2 text-sm font-semibold transition duration-200 hover:bg-sunken disabled:opacity-60',
          className,
        )}
        onClick={({ currentTarget, detail }) => {
          // Safari does not focus a clicked button; this makes the focus return to it.
          currentTarget.focus();
          setOpen(detail === 0 ? 'first' : true);
        }}
        onKeyDown={onKeyDown}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {face ?? <Dots />}
      </button>
      {open !== null && (
        <MenuPopover
          label={label}
          actions={typeof actions === 'function' ? actions() : actions}
          start={open}
          trigger={trigger}
          onClose={close}
        />
      )}
    </>
  );
}

/** Three dots as one path, because there may be a menu in each row of a table. */
function Dots() {
  return (
    <svg aria-hidden="true" width={20} height={20} viewBox="0 0 24 24" stroke="currentColor">
      <path d="M12 5h0M12 12h0M12 19h0" strokeWidth={4} strokeLinecap="round" />
    </svg>
  );
}
