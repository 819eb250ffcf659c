import { cx } from '@/lib/cx';
import type { MenuItem } from './menu-model';

export type RailLook = 'slim' | 'slim-plus' | 'bar';

export const RAIL_SHAPES: Record<RailLook, string> = {
  slim: 'grid size-12 place-items-center rounded-base transition duration-200',
  'slim-plus':
    'flex w-full min-h-14 flex-col items-center justify-center gap-1 rounded-base px-1 py-2 text-center text-xs font-semibold transition duration-200',
  bar: 'flex min-h-11 items-center gap-2.5 rounded-base px-3 py-2 text-sm font-semibold transition duration-200',
};

export function RailFace({ item, look }: { item: MenuItem; look: RailLook }) {
  return (
    <>
      {item.icon}
      <span className={cx(look === 'slim' && 'sr-only')}>{item.label}</span>
    </>
  );
}
