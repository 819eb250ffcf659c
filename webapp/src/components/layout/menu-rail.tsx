import { lazy, Suspense } from 'react';
import { cx } from '@/lib/cx';
import type { Scheme } from '@/lib/preferences';
import { MenuEntry } from './menu-entry';
import { visibleItems, type MenuItem } from './menu-model';
import { RailFace, RAIL_SHAPES, type RailLook } from './rail-face';

// Both bring React Aria's overlays, and the first screen has neither: its menus are bars and columns without children.
const Tooltip = lazy(async () => ({ default: (await import('@/components/ui/tooltip')).Tooltip }));
const MenuFlyout = lazy(async () => ({ default: (await import('./menu-flyout')).MenuFlyout }));

/** The entries of a menu as icons, as icons with small labels, or as a bar; children fly out or drop down. */
export function MenuRail({ items, look, scheme }: { items: readonly MenuItem[]; look: RailLook; scheme?: Scheme }) {
  return (
    <ul className={cx('flex gap-1', look === 'bar' ? 'flex-row flex-wrap' : 'w-full flex-col items-center')}>
      {visibleItems(items).map((item) => (
        <li key={item.label} className={cx(look === 'slim-plus' && 'w-full')}>
          {item.items ? <Flyout item={item} look={look} scheme={scheme} /> : <Single item={item} look={look} />}
        </li>
      ))}
    </ul>
  );
}

function Single({ item, look }: { item: MenuItem; look: RailLook }) {
  const entry = <MenuEntry item={item} shape={RAIL_SHAPES[look]} face={<RailFace item={item} look={look} />} />;
  if (look !== 'slim' || item.disabled) return entry;
  return (
    <Suspense fallback={entry}>
      <Tooltip text={item.label} placement="end">
        {entry}
      </Tooltip>
    </Suspense>
  );
}

function Flyout({ item, look, scheme }: { item: MenuItem; look: RailLook; scheme?: Scheme }) {
  const closed = (
    <span className={cx(RAIL_SHAPES[look], 'text-muted', item.className)}>
      <RailFace item={item} look={look} />
    </span>
  );
  return (
    <Suspense fallback={closed}>
      <MenuFlyout item={item} look={look} scheme={scheme} />
    </Suspense>
  );
}
