import type { ReactNode } from 'react';

export interface MenuAction {
  id: string;
  label: string;
  icon?: ReactNode;
  onAction: () => void;
  isDisabled?: boolean;
  danger?: boolean;
}

/** Where the focus starts in the open menu; nowhere if it was opened by pointer. */
export type MenuStart = 'first' | 'last' | true;

export const menuItemClass =
  'flex cursor-pointer items-center gap-3 rounded-base px-3 py-2.5 text-sm touch:min-h-tap font-semibold outline-none data-[disabled]:cursor-default data-[disabled]:opacity-60 data-[focused]:bg-sunken';
