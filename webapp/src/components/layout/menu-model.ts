import type { ReactNode } from 'react';

/** An entry of a shell's menu (section 3 of the specification). */
export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** A route of the app. */
  to?: string;
  /** An address outside it. */
  url?: string;
  target?: string;
  items?: readonly MenuItem[];
  disabled?: boolean;
  visible?: boolean;
  command?: () => void;
  className?: string;
}

export const visibleItems = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.filter((item) => item.visible !== false);

/** Whether the screen at `path` is the entry's own or one below it. */
export function leadsTo(item: MenuItem, path: string): boolean {
  if (item.to !== undefined && (path === item.to || path.startsWith(`${item.to}/`))) return true;
  return item.items?.some((child) => leadsTo(child, path)) ?? false;
}
