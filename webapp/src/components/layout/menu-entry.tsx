import type { ComponentProps, ReactNode } from 'react';
import { NavLink } from 'react-router';
import { cx } from '@/lib/cx';
import type { MenuItem } from './menu-model';

export interface EntryLook {
  /** An entry's layout: its place and size. */
  shape: string;
  face: ReactNode;
}

export const idleClass = 'text-muted hover:bg-sunken hover:text-ink';
export const activeClass = 'bg-accent-soft text-accent-ink';

/** An entry without children: a link inside the app, an external link, a command, or plain text. */
export function MenuEntry({
  item,
  shape,
  face,
  onChosen,
  ...rest
}: EntryLook & { item: MenuItem; onChosen?: () => void } & Omit<ComponentProps<'a'>, 'children' | 'className'>) {
  const idle = cx(shape, idleClass, item.className);
  if (item.disabled)
    return (
      <span aria-disabled="true" className={cx(shape, 'text-muted opacity-60', item.className)}>
        {face}
      </span>
    );
  if (item.to)
    return (
      <NavLink
        {...rest}
        to={item.to}
        onClick={onChosen}
        className={({ isActive }) => (isActive ? cx(shape, activeClass, item.className) : idle)}
      >
        {face}
      </NavLink>
    );
  if (item.url)
    return (
      <a {...rest} href={item.url} target={item.target} rel="noreferrer" onClick={onChosen} className={idle}>
        {face}
      </a>
    );
  return (
    <button
      {...(rest as ComponentProps<'button'>)}
      type="button"
      className={idle}
      onClick={() => {
        item.command?.();
        onChosen?.();
      }}
    >
      {face}
    </button>
  );
}
