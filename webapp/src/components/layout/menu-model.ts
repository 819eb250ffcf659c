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
}
