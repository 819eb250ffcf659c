import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { cx } from '@/lib/cx';
import { activeClass, idleClass, MenuEntry } from './menu-entry';
import { leadsTo, visibleItems, type MenuItem } from './menu-model';

const shape =
  'flex w-full min-h-11 items-center gap-3 overflow-hidden rounded-base px-3.5 py-2 text-start text-sm font-semibold transition duration-200 [&>svg]:shrink-0';

export interface MenuListProps {
  items: readonly MenuItem[];
  horizontal?: boolean;
  onChosen?: () => void;
}

/** The entries of a menu, as a column with expandable groups, or as a bar. */
export function MenuList({ items, horizontal = false, onChosen }: MenuListProps) {
  return (
    <ul className={cx('flex gap-1', horizontal ? 'flex-row flex-wrap' : 'flex-col')}>
      {visibleItems(items).map((item) => (
        <li key={item.label}>
          {item.items ? (
            <Group item={item} onChosen={onChosen} />
          ) : (
            <MenuEntry item={item} shape={shape} onChosen={onChosen} face={<Face item={item} />} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The label of a rail's entry stays for screen readers while the rail is narrow. */
function Face({ item }: { item: MenuItem }) {
  return (
    <>
      {item.icon}
      <span className="min-w-0 transition duration-200 group-data-[narrow]/menu:whitespace-nowrap group-data-[narrow]/menu:opacity-0">
        {item.label}
      </span>
    </>
  );
}

/** Children that expand below their parent; expanded from the start if the current screen is one of them. */
function Group({ item, onChosen }: { item: MenuItem; onChosen?: () => void }) {
  const { pathname } = useLocation();
  const inside = leadsTo(item, pathname);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? inside;
  const id = useId();
  return (
    <>
      <button
        type="button"
        disabled={item.disabled}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setChosen(!open)}
        className={cx(shape, 'disabled:opacity-60', inside && !open ? activeClass : idleClass, item.className)}
      >
        <Face item={item} />
        <ChevronDown
          aria-hidden
          size={16}
          className={cx(
            'ms-auto shrink-0 transition duration-200 group-data-[narrow]/menu:opacity-0',
            open && 'rotate-180',
          )}
        />
      </button>
      <div id={id} hidden={!open} className="ps-4 group-data-[narrow]/menu:hidden">
        {open && item.items && <MenuList items={item.items} onChosen={onChosen} />}
      </div>
    </>
  );
}
